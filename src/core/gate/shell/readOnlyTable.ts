/** Programs that cannot write and run nothing, whatever their arguments are. */
export const ANY_ARGUMENT: ReadonlySet<string> = new Set(
  `: arch basename break cat cksum cmp column comm continue cut df diff dirname du echo egrep expand expr false fgrep
   fold free grep groups head hexdump id join ls md5sum nl nproc od paste pwd readlink realpath rev seq sha1sum
   sha256sum sha512sum shasum sleep stat tac tail tr true tty type uname unexpand uptime wc which whoami`.split(/\s+/),
);

/** The options that a program may have: whatever is not named asks. */
export interface Listing {
  readonly flags: ReadonlySet<string>;
  /** Options with a value: the rest of a bundle, behind `=`, or the next word. */
  readonly values: ReadonlySet<string>;
  /** Long options that may have a value behind `=`. */
  readonly optional: ReadonlySet<string>;
  /** Further options in one word. */
  readonly also?: RegExp;
  /** How many words may stand beside the options. */
  readonly operands: number;
  /** Long options with one dash, so no bundles. */
  readonly unbundled?: true;
}

export function listing(
  flags: string,
  values = "",
  more: Partial<Omit<Listing, "flags" | "values" | "optional">> & { readonly optional?: string } = {},
): Listing {
  const { optional = "", ...rest } = more;
  return {
    flags: options(flags),
    values: options(values),
    optional: options(optional),
    operands: Number.POSITIVE_INFINITY,
    ...rest,
  };
}

export function options(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

export const LISTED: ReadonlyMap<string, Listing> = new Map([
  [
    "sort",
    listing(
      `-b -c -C -d -f -g -h -i -m -M -n -r -R -s -u -V -z --check --dictionary-order --general-numeric-sort
       --human-numeric-sort --ignore-case --ignore-leading-blanks --ignore-nonprinting --merge --month-sort
       --numeric-sort --reverse --stable --unique --version-sort --zero-terminated`,
      "-k -t --field-separator --key --parallel",
    ),
  ],
  [
    "uniq",
    listing(
      "-c -d -D -i -u -z --count --ignore-case --repeated --unique --zero-terminated",
      "-f -s -w --check-chars --skip-chars --skip-fields",
      { operands: 1 },
    ),
  ],
  [
    "rg",
    listing(
      `-. -0 -c -F -H -i -I -l -L -n -N -o -p -P -q -s -S -u -U -v -w -x --case-sensitive --column --count
       --count-matches --files --files-with-matches --files-without-match --fixed-strings --follow --heading --hidden
       --ignore-case --invert-match --json --line-number --line-regexp --multiline --no-filename --no-heading
       --no-ignore --no-ignore-vcs --no-line-number --no-messages --null --only-matching --pcre2 --pretty --quiet
       --smart-case --stats --trim --type-list --version --vimgrep --with-filename --word-regexp`,
      `-A -B -C -d -e -g -j -m -M -r -t -T --after-context --before-context --color --colors --context --glob --iglob
       --max-columns --max-count --max-depth --max-filesize --regexp --replace --sort --sortr --threads --type
       --type-not`,
    ),
  ],
  [
    "tree",
    listing(
      `-a -C -d -D -f -F -g -h -i -J -l -n -N -p -q -Q -s -u -x -X --dirsfirst --du --filesfirst --gitignore
       --noreport --prune --si`,
      "-I -L -P --charset --filelimit --timefmt",
    ),
  ],
  [
    "file",
    listing("-0 -b -h -i -k -L -N -r --brief --dereference --mime --mime-encoding --mime-type --no-dereference"),
  ],
  [
    "date",
    listing("-I -R -u --iso-8601 --rfc-2822 --rfc-email --universal --utc", "-d --date --rfc-3339", {
      also: /^-I(?:date|hours|minutes|seconds|ns)$/,
      operands: 1,
    }),
  ],
  ["hostname", listing("-d -f -i -I -s --fqdn --short", "", { operands: 0 })],
  ["base64", listing("-d -D --decode --ignore-garbage", "-w --wrap", { operands: 1 })],
  ["xxd", listing("-a -b -e -p -u", "-c -g -l -s", { operands: 1 })],
  [
    "jq",
    listing(
      `-a -c -C -e -j -M -n -r -s -S --ascii-output --color-output --compact-output --exit-status --join-output
       --monochrome-output --null-input --raw-output --slurp --sort-keys --tab`,
      "--indent",
    ),
  ],
  [
    "find",
    listing(
      `-a -and -daystart -depth -empty -executable -false -follow -H -L -ls -mount -nogroup -noleaf -not -nouser -o -or
       -P -print -print0 -prune -quit -readable -true -writable -xdev ! ( ) , -O0 -O1 -O2 -O3`,
      `-amin -anewer -atime -cmin -cnewer -ctime -gid -group -iname -inum -ipath -iregex -links -maxdepth -mindepth
       -mmin -mtime -name -newer -newermt -path -perm -printf -regex -regextype -samefile -size -type -uid -user
       -wholename -xtype`,
      { unbundled: true },
    ),
  ],
  ["sed", listing("-n --quiet --silent -E -r")],
]);

/** Two words, exactly. */
export const VERSION_QUERIES: ReadonlySet<string> = new Set([
  ...`node npm git python python3 pip pip3 ruby perl php gcc g++ clang make cmake docker gh bash`
    .split(" ")
    .map((program) => `${program} --version`),
  ...["node -v", "python -V", "python3 -V", "java -version", "make -v", "git version"],
]);
