// Plain JavaScript for Node 18 and npm, nothing else: gets the locked packages, then hands over to the locked Node.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM = 'pnpm@12.21.0'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const node = join(root, 'node_modules', '.bin', 'node')
const stampFile = join(root, 'node_modules', '.counterfoil-installed')

const COMMANDS = {
  start: 'tools/start.ts',
  test: 'tools/test.ts',
  check: ['tools/test.ts', '--static'],
  harbour: 'tools/harbour.ts',
  bench: 'bench/main.ts',
  screenshots: 'tools/screenshots.ts',
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Everything the installed packages depend on: the lock, the settings, every manifest named in the lock. */
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

/** Runs `command`; on failure its output ends up on the screen, with one line that says what failed before it. */
function quietly(what, command, args, env) {
  try {
    execFileSync(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 })
  } catch (error) {
    if (error.code === 'ENOENT')
      fail(`${what} failed: "${command}" was not found. Install Node 18 or newer with npm.`)
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    fail(`${what} failed (see above).`)
  }
}

function install(stamp) {
  const startedAt = Date.now()
  // The release-age policy protects people who add packages; here every version and checksum is locked already.
  const env = { ...process.env, pnpm_config_minimum_release_age: '0', CI: 'true' }
  quietly('Installing packages', 'npx', ['-y', PNPM, 'install', '--frozen-lockfile'], env)
  if (!existsSync(node)) fail(`No Node build is locked for ${process.platform} ${process.arch}.`)
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  console.error(`  packages and Node from the lock file  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** Becomes the locked Node as far as the caller can tell: same streams, same signals, same way to end. */
function become(args) {
  const bin = join(root, 'node_modules', '.bin')
  const env = {
    // Each of the many processes would strip and compile the same files anew.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    ...process.env,
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    NODE_NO_WARNINGS: '1',
  }
  const child = spawn(node, args, { stdio: 'inherit', env, cwd: process.cwd() })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Could not run the locked Node: ${error.message}`))
  child.on('exit', (code, signal) =>
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
  )
}

const major = Number(process.versions.node.split('.')[0])
if (major < 18) fail(`Node 18 or newer is needed to begin; this is Node ${process.versions.node}.`)

const [name, ...rest] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined)
  fail(`Unknown command "${name ?? ''}". Known: ${Object.keys(COMMANDS).join(', ')}.`)

const stamp = wantedStamp()
if (installedStamp() !== stamp) install(stamp)
const [script, ...fixed] = [command].flat()
become([join(root, script), ...fixed, ...rest])
