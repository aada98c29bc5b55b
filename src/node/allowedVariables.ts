/**
 * What commands see of the environment without anybody naming it (data, and why each group is here).
 *
 * Only plain facts and places. What makes a toolchain load code or take options stays out, as `NODE_OPTIONS`
 * does (`GOFLAGS`, `JAVA_TOOL_OPTIONS`, `PYTHONPATH`, `RUBYOPT`, `GIT_CONFIG_*`), and so does what reaches
 * the screen (`DISPLAY`), a cloud account or a container engine. The shell sets `PWD` itself.
 */

/** Who and where: no shell or program runs well without. */
const BASICS = `
  PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP CI`;

/** Whole families: messages and dates in the user's language, and where programs keep what is theirs. */
const FAMILIES = /^(LC_|XDG_)/;

/** Where toolchains, their versions and their caches are: builds find nothing, or download all anew, without. */
const PLACES = `
  NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME N_PREFIX NODENV_ROOT COREPACK_HOME PNPM_HOME YARN_CACHE_FOLDER
  BUN_INSTALL DENO_INSTALL DENO_DIR PLAYWRIGHT_BROWSERS_PATH
  NPM_CONFIG_CACHE NPM_CONFIG_PREFIX npm_config_cache npm_config_prefix
  PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX CONDA_EXE CONDA_DEFAULT_ENV PIPX_HOME PIP_CACHE_DIR POETRY_HOME UV_CACHE_DIR
  JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR
  ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME FLUTTER_ROOT
  GOPATH GOROOT GOBIN GOCACHE GOMODCACHE CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN
  GEM_HOME GEM_PATH RBENV_ROOT rvm_path DOTNET_ROOT NUGET_PACKAGES COMPOSER_HOME
  ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR HOMEBREW_PREFIX HOMEBREW_CELLAR HOMEBREW_REPOSITORY NIX_PROFILES
  DEVELOPER_DIR SDKROOT VCPKG_ROOT CUDA_HOME CUDA_PATH
  WSL_DISTRO_NAME WSL_INTEROP`;

/** Who commits, where keys are kept, and the agent that signs with them without giving them away: git needs them. */
const GIT = `
  GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GNUPGHOME SSH_AUTH_SOCK`;

/** The company's certificates: behind its proxy no download works without. */
const CERTIFICATES = `
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS NIX_SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO
  PIP_CERT CARGO_HTTP_CAINFO AWS_CA_BUNDLE`;

/** Proxies and mirrors. An address may hold a user's name and password: see `holdsLogin`. */
const ADDRESSES = `
  HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy ftp_proxy all_proxy no_proxy
  GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB PIP_INDEX_URL UV_INDEX_URL NPM_CONFIG_REGISTRY npm_config_registry`;

/** Windows: without the first line hardly a program starts. */
const WINDOWS = `
  SystemRoot SystemDrive windir ComSpec PATHEXT OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER
  USERPROFILE USERNAME USERDOMAIN COMPUTERNAME HOMEDRIVE HOMEPATH PUBLIC APPDATA LOCALAPPDATA ALLUSERSPROFILE ProgramData
  ProgramFiles ProgramFiles(x86) ProgramW6432 CommonProgramFiles CommonProgramFiles(x86) CommonProgramW6432`;

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

const anywhere = words(BASICS + PLACES + GIT + CERTIFICATES + ADDRESSES);
const onWindows = [...anywhere, ...words(WINDOWS)].map((name) => name.toUpperCase());
const allowed = new Set(anywhere);
const allowedOnWindows = new Set(onWindows);
const addresses = new Set(words(ADDRESSES).map((name) => name.toUpperCase()));

/** Windows's names of variables have no case. */
export function sameName(name: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? name.toUpperCase() : name;
}

/** Whether commands see a variable without the user's word. */
export function isAllowed(name: string, value: string, platform: NodeJS.Platform): boolean {
  const known = (platform === "win32" ? allowedOnWindows : allowed).has(sameName(name, platform));
  return (known || FAMILIES.test(sameName(name, platform))) && !holdsLogin(name, value);
}

/** `@` occurs in an address only behind a login, with or without a scheme before it. */
function holdsLogin(name: string, value: string): boolean {
  return addresses.has(name.toUpperCase()) && value.includes("@");
}
