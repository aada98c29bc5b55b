/** Cmdlets that only read, with their short names. */
const READ_ONLY_NAMES = `get-childitem gci dir ls; get-content gc cat type; get-item gi; get-itemproperty gp;
  get-location gl pwd; get-date; get-process gps ps; get-command gcm; get-member gm; get-alias gal; get-filehash;
  get-psdrive gdr; get-unique gu; select-object select; select-string sls; where-object where ?;
  foreach-object foreach %; sort-object; group-object group; measure-object measure; measure-command;
  compare-object compare; format-table ft; format-list fl; format-wide fw; out-string oss; out-null;
  write-output echo write; write-host; test-path; resolve-path rvpa; split-path; join-path; convert-path cvpa;
  convertto-json; convertfrom-json; convertto-csv; convertfrom-csv; set-location sl cd chdir; start-sleep`;

/** Others whose short names deny and ask rules know. */
const OTHER_NAMES = `remove-item ri rm rmdir rd del erase; invoke-webrequest iwr wget curl; invoke-restmethod irm;
  invoke-expression iex; stop-process spps kill; start-process saps start; move-item mi mv move;
  copy-item ci cp copy cpi; set-itemproperty sp; clear-content clc; rename-item rni ren; set-content sc; new-item ni;
  clear-item cli; set-alias sal`;

const groups = (text: string): string[][] => text.split(";").map((group) => group.trim().split(/\s+/));

export const READ_ONLY_CMDLETS: ReadonlySet<string> = new Set(groups(READ_ONLY_NAMES).map(([name = ""]) => name));

const FULL_NAMES: ReadonlyMap<string, string> = new Map(
  [...groups(READ_ONLY_NAMES), ...groups(OTHER_NAMES)].flatMap(([full = "", ...short]) =>
    short.map((name) => [name, full] as const),
  ),
);

/** The full name of a command, lower case. */
export const fullName = (name: string): string => FULL_NAMES.get(name.toLowerCase()) ?? name.toLowerCase();

/** Programs of the system that are judged on the same words as in bash. */
export const NATIVE: ReadonlySet<string> = new Set(
  "git rg node npm python python3 pip docker ruby gh cmake php whoami".split(" "),
);

export const ALWAYS_ASKED: ReadonlySet<string> = new Set(
  `remove-item clear-content clear-item invoke-expression stop-process taskkill runas pwsh powershell cmd bash`.split(
    " ",
  ),
);

/** They write variables of the session, or speak to another machine. Any beginning of them counts. */
export const BARRED_PARAMETERS: readonly string[] =
  `outvariable pipelinevariable errorvariable warningvariable informationvariable computername cimsession session
   credential asjob`.split(/\s+/);
export const BARRED_SHORT: ReadonlySet<string> = new Set(["ov", "pv", "ev", "wv", "iv", "cn"]);

/** What to do on an error and its like; some values start the debugger or wait for a person. */
export const ACTION_PARAMETERS: readonly string[] = ["erroraction", "warningaction", "informationaction"];
export const ACTION_SHORT: ReadonlySet<string> = new Set(["ea", "wa", "infa"]);
export const HARMLESS_ACTIONS: ReadonlySet<string> = new Set(["silentlycontinue", "continue", "stop", "ignore"]);

/** Drives that are no files: variables, certificates, other machines. */
export const BARRED_DRIVE = /^(?:env|variable|function|alias|cert|wsman):|::/i;
export const NETWORK_PATH = /^(?:\\\\|\/\/)/;

export const ENDS_DISKS: ReadonlySet<string> = new Set(
  "format-volume clear-disk initialize-disk remove-partition diskpart stop-computer restart-computer".split(" "),
);
