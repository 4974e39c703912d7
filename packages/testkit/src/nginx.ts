import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** nginx as its packages bring it, in front of processes of one kind. */
export type Nginx = {
  readonly url: string
  /** Its complaints, without their times and numbers, and how often it made each. */
  readComplaints(): Promise<ReadonlyMap<string, number>>
  /** Ends all its processes as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Folders that nginx wants to write to, whoever runs it. */
const WRITABLE = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * Starts one that balances over `ports` of this machine with nothing changed from its defaults: a new connection for each
 * request, nothing but what is safe to repeat sent to another one, a process that failed left out for ten seconds.
 * @throws Error where there is no nginx on the path
 */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-nginx-'))
  const port = await freePort()
  const configuration = `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${WRITABLE.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream processes { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://processes; proxy_set_header Host $http_host; }
  }
}`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const url = `http://127.0.0.1:${port}`
  const launch = async () => {
    const child = startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
    await until(`nginx listens: ${child.output()}`, () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    return child
  }
  let child = await launch()
  return {
    url,
    async readComplaints() {
      const counts = new Map<string, number>()
      for (const line of (await readFile(join(folder, 'error.log'), 'utf8')).split('\n')) {
        const complaint = /\*\d+ ([^,]+?)(?: while|,)/.exec(line)?.[1]
        if (complaint !== undefined) counts.set(complaint, (counts.get(complaint) ?? 0) + 1)
      }
      return counts
    },
    async kill() {
      const workers = await findChildren(child.process.pid)
      child.process.kill('SIGKILL')
      for (const pid of workers) process.kill(pid, 'SIGKILL')
      await child.exited
    },
    async start() {
      child = await launch()
    },
    async [Symbol.asyncDispose]() {
      await child.stop('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The workers of a killed nginx go on listening. */
async function findChildren(pid: number | undefined): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}
