// npm run bench [-- name …]: runs the measurements in this folder, all or those that are named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const files = (await readdir(import.meta.dirname)).filter(
  (name) => name.endsWith('.ts') && name !== 'main.ts',
)
const known = files.map((name) => name.replace(/\.ts$/, '')).toSorted()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement named ${unknown.join(', ')}. There are: ${known.join(', ')}\n`,
  )
  process.exit(1)
}
for (const name of wanted.length > 0 ? wanted : known) {
  const running = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  const end = () => void running.kill('SIGTERM')
  process.once('SIGTERM', end)
  const [status]: readonly unknown[] = await once(running, 'exit')
  process.off('SIGTERM', end)
  if (status !== 0) process.exit(typeof status === 'number' ? status : 1)
}
