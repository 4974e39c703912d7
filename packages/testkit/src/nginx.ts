import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram } from '@counterfoil/tools/machine/debian-programs'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** An nginx from a distribution package, in front of processes of one kind. */
export type Nginx = {
  readonly url: string
  /** Returns the messages of its error log, without times and numbers, with the count of each. */
  readComplaints(): Promise<ReadonlyMap<string, number>>
  /** Ends all its processes as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns settings with which nginx writes below `folder` only, under any user. */
export const writeBelow = (folder: string): string =>
  [
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
  ].join('\n')

/**
 * Starts a balancer over `ports` of this machine with its defaults: a new connection for each request, only safe requests are
 * retried elsewhere, a failed process is left out for ten seconds.
 *
 * @throws Error where nginx cannot be had
 */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const program = await provideProgram('nginx')
  if (program === undefined) throw new Error('nginx is not on this machine and could not be fetched.')
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-nginx-'))
  const port = await freePort()
  const configuration = `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log notice;
events {}
http {
  ${writeBelow(folder)}
  upstream processes { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://processes; proxy_set_header Host $http_host; }
  }
}`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const url = `http://127.0.0.1:${port}`
  const launch = async () => {
    const child = startChild(program, ['-p', folder, '-c', join(folder, 'nginx.conf')])
    await until(`nginx listens: ${child.output()}`, () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    return child
  }
  /** Returns the workers of the present master, by its log. */
  const findWorkers = async (): Promise<readonly number[]> => {
    const log = await readFile(join(folder, 'error.log'), 'utf8')
    const noted = log.matchAll(
      new RegExp(`\\[notice\\] ${child.process.pid}#.*start worker process (\\d+)`, 'g'),
    )
    return [...noted].map(([, pid]) => Number(pid))
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
      child.process.kill('SIGKILL')
      // The workers of a killed nginx go on listening.
      for (const pid of await findWorkers()) process.kill(pid, 'SIGKILL')
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
