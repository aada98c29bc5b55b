import { type Listing, listing, options } from "./readOnlyTable";

/** Options before the verb that change nothing but where paths begin and how they are read. */
export const GIT_GLOBALS: ReadonlySet<string> = options(
  "--no-pager -P --no-optional-locks --literal-pathspecs --glob-pathspecs --icase-pathspecs",
);

const DIFF_FLAGS = `-a -b -C -M -p -q -R -s -t -u -w -W -z --abbrev --binary --cached --check --color --color-words
  --compact-summary --dirstat --exit-code --find-copies --find-renames --full-index --function-context --histogram
  --ignore-all-space --ignore-blank-lines --ignore-space-at-eol --ignore-space-change --merge-base --minimal
  --name-only --name-status --no-color --no-ext-diff --no-patch --no-prefix --no-renames --no-textconv --numstat
  --patch --patch-with-raw --patience --pickaxe-all --pickaxe-regex --quiet --raw --relative --shortstat --staged
  --stat --summary --text --word-diff`;
const DIFF_VALUES = "-G -S -U --diff-algorithm --diff-filter --inter-hunk-context --unified --word-diff-regex";

const LOG_FLAGS = `--abbrev-commit --all --all-match --ancestry-path --author-date-order --boundary --branches --cherry
  --cherry-mark --cherry-pick --children --date-order --decorate --first-parent --follow --full-history --graph
  --invert-grep --left-right --merges --no-abbrev-commit --no-decorate --no-mailmap --no-merges --no-notes --oneline
  --parents --relative-date --remotes --reverse --simplify-by-decoration --source --tags --topo-order --walk-reflogs
  -E -F -P -g -i`;
const LOG_VALUES = `--after --author --before --committer --date --exclude --format --glob --grep --max-count
  --max-parents --min-parents --pretty --since --skip --until -L -n`;

const OPTIONAL = `--abbrev --branches --color --color-words --decorate --dirstat --find-copies --find-renames --relative
  --remotes --stat --tags --word-diff`;
const NUMBER = /^-\d+$/;

export const DIFF = listing(DIFF_FLAGS, DIFF_VALUES, { optional: OPTIONAL });
export const LOG = listing(`${DIFF_FLAGS} ${LOG_FLAGS}`, `${DIFF_VALUES} ${LOG_VALUES}`, {
  optional: OPTIONAL,
  also: NUMBER,
});

export const GIT_VERBS: ReadonlyMap<string, Listing> = new Map([
  [
    "status",
    listing(
      `-b -s -u -v -z --ahead-behind --branch --column --ignored --long --no-ahead-behind --no-column --no-renames
       --porcelain --renames --short --show-stash --untracked-files --verbose`,
      "",
      { optional: "--column --ignored --porcelain --untracked-files", also: /^-u(?:no|normal|all)$/ },
    ),
  ],
  ["diff", DIFF],
  ["log", LOG],
  ["show", LOG],
  ["rev-list", listing(`${LOG_FLAGS} --count --objects`, LOG_VALUES, { optional: OPTIONAL, also: NUMBER })],
  [
    "shortlog",
    listing(
      "-c -e -n -s --all --email --merges --no-merges --numbered --summary",
      "--after --before --group --since --until",
    ),
  ],
  [
    "blame",
    listing(
      `-b -c -C -e -f -l -M -n -p -s -t -w --first-parent --incremental --line-porcelain --porcelain --root --show-email
       --show-name --show-number`,
      "-L --abbrev --date --ignore-rev --since",
    ),
  ],
  [
    "ls-files",
    listing(
      `-c -d -f -i -k -m -o -s -t -u -v -z --cached --deduplicate --deleted --directory --eol --error-unmatch
       --exclude-standard --full-name --ignored --killed --modified --no-empty-directory --others
       --recurse-submodules --stage --unmerged`,
      "-x --exclude",
    ),
  ],
  ["ls-tree", listing("-d -l -r -t -z --full-name --full-tree --long --name-only --name-status", "--abbrev --format")],
  [
    "rev-parse",
    listing(
      `-q --absolute-git-dir --abbrev-ref --all --branches --git-common-dir --git-dir --is-bare-repository
       --is-inside-work-tree --is-shallow-repository --quiet --remotes --short --show-cdup --show-prefix
       --show-toplevel --symbolic --symbolic-full-name --tags --verify`,
      "",
      { optional: "--abbrev-ref --short" },
    ),
  ],
  [
    "describe",
    listing(
      "--all --always --contains --dirty --exact-match --first-parent --long --tags",
      "--abbrev --candidates --exclude --match",
      { optional: "--dirty" },
    ),
  ],
  ["merge-base", listing("-a --all --fork-point --independent --is-ancestor --octopus")],
  ["cat-file", listing("-e -p -s -t")],
  ["show-ref", listing("-d -q -s --dereference --hash --head --heads --quiet --tags --verify")],
  [
    "for-each-ref",
    listing("--ignore-case", "--contains --count --format --merged --no-contains --no-merged --points-at --sort"),
  ],
  ["count-objects", listing("-H -v")],
  [
    "grep",
    listing(
      `-a -c -E -F -G -h -H -i -I -l -L -n -o -p -P -q -r -v -w -W -z --all-match --and --basic-regexp --break --cached
       --color --column --count --exclude-standard --extended-regexp --files-with-matches --files-without-match
       --fixed-strings --full-name --function-context --heading --ignore-case --invert-match --line-number
       --name-only --no-color --no-exclude-standard --not --null --only-matching --or --perl-regexp --quiet
       --recurse-submodules --recursive --show-function --text --untracked --word-regexp`,
      "-A -B -C -e -m --after-context --before-context --context --max-count --max-depth --threads",
      { optional: "--color" },
    ),
  ],
]);

export const BRANCH = listing(
  `-a -l -r -v -vv --all --list --remotes --show-current --verbose --color --no-color --column --no-column
   --ignore-case`,
  "--contains --format --merged --no-contains --no-merged --points-at --sort",
);
/** One of these makes `git branch` a listing. */
export const BRANCH_LISTS: ReadonlySet<string> = options(
  "-a -l -r -v -vv --all --list --remotes --show-current --verbose --contains --merged --no-contains --no-merged --points-at --format --sort",
);
export const TAG = listing(
  "-l --list -n -i --ignore-case --column --no-column",
  "--sort --format --contains --no-contains --merged --no-merged --points-at",
  { also: /^-n\d+$/ },
);
