// npm run bench -- books-writers: 1,000 writes at once to one business, and the delay for a reader of another business.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { Agent } from 'undici'
import { percentile, runClosedLoop } from './bff/load-generator.ts'
import { startSubject } from './bff/subject.ts'

const WRITES = Number(process.env['BENCH_WRITES'] ?? 1_000)
const ALONE_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
/** How many times as long the reads of the other business may take at the 99th percentile. */
const MOST_TIMES = 3

type Prepared = { readonly businessId: string; readonly token: string }
type Target = Prepared & { readonly port: number }

if (isMainThread) await measure()
else await sendWrites(workerData as Target)

async function measure(): Promise<void> {
  const [load = 0] = loadavg()
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
  const preparedFile = join(folder, 'prepared.json')
  const { url } = await postgres.createDatabase()
  const subject = await startSubject({
    script: '../books/books-subject.ts',
    cpus: '0-1',
    env: { DATABASE_URL: url, PREPARED_FILE: preparedFile, BOOKS: '1000,1000' },
  })
  const [busy, other]: readonly Prepared[] = JSON.parse(await readFile(preparedFile, 'utf8'))
  if (busy === undefined || other === undefined) throw new Error('two businesses were not prepared')
  const { port } = subject

  const body = JSON.stringify({
    query: `{ business(id: "${other.businessId}") { name customers(pageSize: 20) { edges { node { id name } } } } }`,
  })
  const request = Buffer.from(
    [
      'POST /graphql/public HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${other.token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const read = (seconds: number) =>
    runClosedLoop({ ports: [port], connections: 1, seconds, nextRequest: () => request })

  await read(3)
  const alone = await read(ALONE_SECONDS)
  const writers = new Worker(new URL(import.meta.url), { workerData: { ...busy, port } })
  const written = new Promise<{ readonly seconds: number; readonly refusals: number }>((resolve, reject) => {
    writers.once('message', resolve)
    writers.once('error', reject)
  })
  const rounds = []
  let isOver = false
  void written.finally(() => (isOver = true))
  while (!isOver) rounds.push(await read(0.5))
  const { seconds, refusals } = await written
  await subject.stop()
  await postgres.close()
  await rm(folder, { recursive: true })

  const beside = Float64Array.from(rounds.flatMap((round) => [...round.latenciesMs])).sort()
  const refusedReads = rounds.reduce((sum, round) => sum + round.errors, 0)
  const times = percentile(beside, 0.99) / percentile(alone.latenciesMs, 0.99)
  const row = (name: string, latencies: Float64Array) =>
    `| ${name} | ${latencies.length} | ${percentile(latencies, 0.5).toFixed(1)} | ${percentile(latencies, 0.99).toFixed(1)} | ${latencies.at(-1)?.toFixed(1)} |`
  const page = [
    '# Writers of one business',
    '',
    `${WRITES.toLocaleString('en')} writes at once to one business, each sent again after \`Retry-After\`, while somebody reads another business.`,
    `All were written in ${seconds.toFixed(0)} s; a writer was asked to wait ${refusals} times. Reads refused: ${refusedReads}. At the 99th percentile reads took ${times.toFixed(1)} times as long as alone.`,
    '',
    `${availableParallelism()} processors, whose load was ${load.toFixed(1)} before it began: this bench alone should have them.`,
    '',
    '| reads of the other business | count | p50, ms | p99, ms | longest, ms |',
    '|---|--:|--:|--:|--:|',
    row('alone', alone.latenciesMs),
    row('beside the writes', beside),
    '',
  ].join('\n')
  console.log(page)
  if (process.env['BENCH_WRITES'] === undefined) {
    await writeFile(join(import.meta.dirname, 'results', 'books-writers.md'), page)
  }
  if (refusedReads > 0 || times >= MOST_TIMES) process.exitCode = 1
}

async function sendWrites({ port, businessId, token }: Target): Promise<void> {
  const { parentPort } = await import('node:worker_threads')
  const dispatcher = new Agent({ connections: WRITES, pipelining: 1, headersTimeout: 120_000 })
  let refusals = 0
  const startedAtMs = performance.now()
  const write = async (index: number): Promise<void> => {
    for (;;) {
      const { statusCode, headers, body } = await dispatcher.request({
        origin: `http://127.0.0.1:${port}`,
        path: '/graphql/public',
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query:
            'mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed inputErrors { message } } }',
          variables: { input: { businessId, name: `Written ${index}` } },
        }),
      })
      const text = await body.text()
      if (statusCode === 200 && text.includes('"didSucceed":true')) return
      const isBusy = statusCode === 429 || text.includes('temporarily_unavailable')
      if (!isBusy) throw new Error(`${statusCode}: ${text}`)
      refusals += 1
      await delay(Number(headers['retry-after'] ?? 2) * 1_000)
    }
  }
  await Promise.all(Array.from({ length: WRITES }, (_, index) => write(index)))
  parentPort?.postMessage({ seconds: (performance.now() - startedAtMs) / 1_000, refusals })
  await dispatcher.close()
}
