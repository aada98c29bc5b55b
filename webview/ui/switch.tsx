interface SwitchProps {
  /** What it switches: "read". */
  readonly label: string;
  readonly on: boolean;
  /** Why it can't be changed. It stays reachable, so that the reason can be heard. */
  readonly locked?: string | undefined;
  readonly onChange: (on: boolean) => void;
  readonly tabIndex?: number;
}

/** On or off, at once. The toolkit has none; a native button costs little in a list of thousands. */
export function Switch({ label, on, locked, onChange, tabIndex = 0 }: SwitchProps) {
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={on}
      aria-label={locked ? `${label}. ${locked}` : label}
      aria-disabled={locked !== undefined}
      title={locked ?? label}
      tabIndex={tabIndex}
      onClick={() => locked === undefined && onChange(!on)}
    >
      <span class="knob" />
    </button>
  );
}
