// Plain JavaScript for Node 18 and npm: fetches the locked packages, then starts the command with the locked Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const PNPM = 'pnpm@12.21.0'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules', '.bin', 'node')
const stampFile = join(root, 'node_modules', '.counterfoil-installed')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
const STOP_WITHIN_MS = 5_000

/** Fetches all packages again, even damaged ones, and does nothing else. */
const SETUP = 'setup'
/** Commands that change people's data: they use the installed packages and fetch nothing. */
const NEVER_INSTALL = ['harbour']

const COMMANDS = {
  start: 'tools/start/start.ts',
  dev: ['tools/start/start.ts', '--dev'],
  test: 'tools/test/test.ts',
  'test:deep': ['tools/test/test.ts', '--deep'],
  'test:changed': 'tools/test/test-changed.ts',
  check: ['tools/test/test.ts', '--static'],
  harbour: 'tools/start/harbour.ts',
  release: 'tools/release/release.ts',
  bench: 'bench/main.ts',
  soak: 'bench/soak.ts',
  screenshots: 'tools/screenshots/screenshots.ts',
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Returns a digest of all inputs of the installation: the lock file, the settings, and all manifests named in the lock. */
function wantedStamp() {
  const hash = createHash('sha256').update(PNPM + process.platform + process.arch)
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  hash.update(lock).update(readFileSync(join(root, 'pnpm-workspace.yaml')))
  const importers = lock.slice(lock.indexOf('\nimporters:'), lock.indexOf('\npackages:'))
  for (const [, folder] of importers.matchAll(/^ {2}(\S+):(?: \{\})?$/gm)) {
    const manifest = join(root, folder, 'package.json')
    if (existsSync(manifest)) hash.update(readFileSync(manifest))
  }
  return hash.digest('hex')
}

function installedStamp() {
  return existsSync(stampFile) && existsSync(node) ? readFileSync(stampFile, 'utf8') : ''
}

/** Shows the step's name at once, its time while it works on a terminal, and both at the end. */
function showStep(name) {
  const startedAt = Date.now()
  const line = () => `  …   ${name.padEnd(36)}${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  const isLive = process.stderr.isTTY === true
  process.stderr.write(isLive ? line() : `  …   ${name}\n`)
  const tick = isLive ? setInterval(() => process.stderr.write(`\r${line()}`), 100) : undefined
  return (mark) => {
    clearInterval(tick)
    process.stderr.write(`${isLive ? '\r' : ''}${line().replace('…  ', mark)}\n`)
  }
}

function signalGroup(pid, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All its processes have ended.
  }
}

/** Runs `command` as a step. If it fails, its last output is shown, with one line that names the failed step. */
function run(name, command, args, env) {
  const end = showStep(name)
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  // The command starts other programs: when this process is stopped, it stops them all and ends last.
  let stoppedBy
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppedBy !== undefined) return
      stoppedBy = signal
      signalGroup(child.pid, 'SIGTERM')
      setTimeout(() => signalGroup(child.pid, 'SIGKILL'), STOP_WITHIN_MS)
    })
  }
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      end('   ')
      if (error.code === 'ENOENT')
        fail(`${name} failed: "${command}" was not found. Install Node 18 or newer with npm.`)
      fail(`${name} failed: ${error.message}`)
    })
    child.on('close', (code) => {
      if (stoppedBy !== undefined) {
        signalGroup(child.pid, 'SIGKILL')
        process.exit(128 + constants.signals[stoppedBy])
      }
      for (const signal of SIGNALS) process.removeAllListeners(signal)
      end(code === 0 ? 'ok ' : '   ')
      if (code === 0) return resolve()
      process.stderr.write(output)
      fail(`${name} failed (see above).`)
    })
  })
}

/** The folder in this checkout for all downloads of npm and pnpm: deleting the checkout deletes them. */
const cache = join(root, '.cache')
const places = {
  npm_config_cache: join(cache, 'npm'),
  XDG_CACHE_HOME: cache,
  XDG_DATA_HOME: join(cache, 'data'),
  XDG_STATE_HOME: join(cache, 'state'),
}

/** The builds of Node in the lock file, each for the most common C library of its system. */
const LOCKED_NODES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Returns why nothing can run here, with the remedy; undefined if there is no problem. Checked before anything is fetched. */
function hindrance() {
  const { platform, arch } = process
  if (platform === 'win32')
    return 'This runs on Linux and macOS. On Windows, run it in WSL, from a folder of that Linux: https://learn.microsoft.com/windows/wsl'
  if (!LOCKED_NODES.includes(`${platform}-${arch}`)) return `No Node build is locked for ${platform} ${arch}.`
  const isMusl = platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  return isMusl
    ? 'This system has musl (Alpine has); the locked Node needs glibc. Run it in an image with glibc, for example node:26-slim.'
    : undefined
}

async function install(stamp) {
  const reason = hindrance()
  if (reason !== undefined) fail(reason)
  // The minimum release age protects people who add packages; here every version and checksum is already locked.
  const env = { ...process.env, ...places, pnpm_config_minimum_release_age: '0', CI: 'true' }
  await run('packages and Node, as locked', 'npx', ['-y', PNPM, 'install', '--frozen-lockfile'], env)
  if (!existsSync(node))
    fail('The locked Node was not installed: are optional dependencies switched off (npm_config_omit)?')
  if (process.platform === 'linux' && spawnSync(node, ['--version']).status === 127) await addLibatomic()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/**
 * The smallest Debian has no libatomic, which Node needs. This puts a copy beside Node, and sets Node's library search
 * path to that folder, so that Node starts from anywhere and in any environment.
 * apt checks both packages against the signed index; nothing is installed, and no root is needed.
 */
async function addLibatomic() {
  const fetched = join(root, '.cache', 'node-libraries')
  mkdirSync(join(fetched, 'lists', 'partial'), { recursive: true })
  const script = `cd "$1"
    signed="-q -o APT::Get::AllowUnauthenticated=false -o Acquire::AllowInsecureRepositories=false -o APT::Sandbox::User="
    own="-o Dir::State::lists=$1/lists -o Dir::Cache=$1"
    packages="libatomic1 patchelf"
    apt-get $signed download $packages ||
      { apt-get $signed $own update && apt-get $signed $own download $packages; } ||
      { echo "Install libatomic with the package manager of this machine (Debian: libatomic1), then try again."; exit 1; }
    for package in *.deb; do dpkg -x "$package" . || exit 1; done
    mkdir -p "$2/lib" && cp -L usr/lib/*/libatomic.so.1 "$2/lib/" &&
      usr/bin/patchelf --set-rpath '$ORIGIN/../lib' --output "$2/bin/node.new" "$2/bin/node" &&
      mv "$2/bin/node.new" "$2/bin/node"`
  const home = dirname(dirname(realpathSync(node)))
  await run('libatomic1, which Node needs', 'sh', ['-c', script, 'sh', fetched, home], process.env)
}

/** Replaces this process with the locked Node as far as the caller can tell: same streams, signals and exit status. */
function become(args) {
  const bin = join(root, 'node_modules', '.bin')
  const env = {
    // Without a cache each of the many processes would strip and compile the same files again.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    ...process.env,
    ...places,
    COUNTERFOIL_COMMANDED_AT_MS: String(performance.timeOrigin),
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    NODE_NO_WARNINGS: '1',
  }
  const preload = pathToFileURL(join(root, 'tools', 'damaged-packages.mjs')).href
  const child = spawn(node, ['--import', preload, ...args], { stdio: 'inherit', env, cwd: process.cwd() })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Could not run the locked Node: ${error.message}`))
  child.on('exit', (code, signal) =>
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
  )
}

const major = Number(process.versions.node.split('.')[0])
if (major < 18) fail(`Node 18 or newer is needed to begin; this is Node ${process.versions.node}.`)

const [name, ...rest] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined && name !== SETUP)
  fail(`Unknown command "${name ?? ''}". Known: ${[...Object.keys(COMMANDS), SETUP].join(', ')}.`)

const stamp = wantedStamp()
if (name === SETUP) rmSync(join(root, 'node_modules'), { recursive: true, force: true })
if (installedStamp() !== stamp) {
  if (NEVER_INSTALL.includes(name))
    fail('The packages of this version are not installed yet. Get them with: npm run setup')
  await install(stamp)
}
if (name === SETUP) process.exit(0)
const [script, ...fixed] = [command].flat()
become([join(root, script), ...fixed, ...rest])
