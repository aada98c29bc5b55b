/** Options whose value is a word of its own, so that the verb comes after it. */
export const VALUED_OPTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: "-C -c --config-env --exec-path --git-dir --namespace --super-prefix --work-tree",
    npm: "-C -w --cache --loglevel --prefix --registry --userconfig --workspace",
    pnpm: "-C -w --dir --filter --prefix",
    yarn: "--cwd",
    docker: "-c -H -l --config --context --host --log-level",
    kubectl: "-n -s --as --cluster --context --kubeconfig --namespace --server --user",
    cargo: "--color --config --manifest-path -Z",
    gh: "-R --repo",
    helm: "-n --kube-context --kubeconfig --namespace",
  }).map(([program, options]) => [program, new Set(options.split(" "))]),
);

/** Options that an allow rule does not cover unless it spells them out. */
export interface Hazard {
  readonly short?: string;
  /** Letters with a value: what follows one in a bundle is no option. */
  readonly valued?: string;
  readonly long?: readonly string[];
  /** Whole words with one dash. */
  readonly exact?: readonly string[];
  /** Any other word that is one. */
  readonly also?: RegExp;
  /** `--` ends nothing here. */
  readonly endless?: true;
}

const ANY_OPTION: Hazard = { also: /^-./ };

export const HAZARDS: ReadonlyMap<string, Hazard> = new Map<string, Hazard>([
  ["find", { exact: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls".split(" "), endless: true }],
  ["sort", { short: "o", valued: "kStT", also: /^--(?:o|co)/ }],
  ["rg", { short: "z", valued: "ABCdefgjmMrtT", long: ["pre", "hostname-bin", "search-zip"] }],
  ["sed", { short: "i", valued: "efl", long: ["in-place"] }],
  ["tree", { short: "o", valued: "ILPTH" }],
  [
    "tar",
    {
      short: "I",
      valued: "bCfFgHKLNTVX",
      long: "to-command checkpoint-action use-compress-program rsh-command info-script new-volume-script".split(" "),
    },
  ],
  ["npm", ANY_OPTION],
  ["pnpm", ANY_OPTION],
  ["yarn", ANY_OPTION],
  [
    "make",
    {
      short: "fCI",
      valued: "jlWoO",
      long: ["file", "makefile", "eval", "directory", "include-dir"],
      also: /^[^-=][^=]*=/,
      endless: true,
    },
  ],
  ["cargo", { short: "Z", long: ["config"] }],
  ["docker", { short: "Hc", long: ["host", "context", "config", "url", "connection", "identity"], also: /^--tls/ }],
  [
    "curl",
    {
      short: "oOKT",
      valued: "AbCdDeEFHmPQrtuUwxXYyz",
      long: ["output", "remote-name", "config", "upload-file", "output-dir", "remote-name-all"],
    },
  ],
]);

export const GIT_BEFORE: Hazard = {
  short: "cp",
  long: ["config-env", "exec-path", "git-dir", "work-tree", "namespace", "paginate", "super-prefix"],
};
export const GIT_AFTER: Hazard = {
  long: "output ext-diff textconv open-files-in-pager upload-pack receive-pack exec".split(" "),
};
export const GIT_GREP: Hazard = { ...GIT_AFTER, short: "O", valued: "ABCefm" };
export const GIT_REBASE: Hazard = { ...GIT_AFTER, short: "x", valued: "sXCS" };
