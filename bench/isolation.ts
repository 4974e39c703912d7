// One hostile person beside a hundred ordinary ones, with the provider's default limits. Fails if the ordinary people's
// 99th percentile is more than twice the one without that person, or if one of their calls is refused.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { constants, loadavg, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startPostgres } from '@counterfoil/testkit/postgres'
import { Pool } from 'undici'
import { daysAgo, startBooks } from './books/start-books.ts'
import { percentile } from './load/side-by-side.ts'
import { formatRows, keepPage, MACHINE } from './report/page.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15)
const ORDINARY = 100
const ORDINARY_INVOICES = 100
const HOSTILE_INVOICES = 5_000
const MOST_TIMES = 2
/** The number of calls in a time span. Other work disturbs some spans, so the median of their 99th percentiles counts. */
const CALLS_OF_A_SPAN = ORDINARY * 3

type Person = { readonly businessId: string; readonly token: string }
type Target = Person & { readonly port: number; readonly way: string; readonly address: string }

const NEW_CUSTOMER =
  'mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed } }'
const change = ({ businessId }: Person, name: string) =>
  JSON.stringify({ query: NEW_CUSTOMER, variables: { input: { businessId, name } } })
const question = ({ businessId }: Person, fields: string) =>
  JSON.stringify({ query: `{ business(id: "${businessId}") { ${fields} } }` })
const aliased = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${of(index)}`).join(' ')
const LARGE_PAGE = `edges { node { total { value } customer { name outstandingAmount { value } } items { quantity
  product { name } account { name balance } taxes { amount { value } } } } }`
/** The most expensive query of `hostile-documents`, repeated in one call as often as the limits allow. */
const DEAREST = [
  aliased(
    60,
    (index) => `invoices(invoiceNumber: "${1000 + index}", pageSize: 1) { pageInfo { totalCount } }`,
  ),
  aliased(3, (index) => `invoices(page: ${index + 1}, pageSize: 200) { ${LARGE_PAGE} }`),
  aliased(30, (index) => `profitAndLoss(from: "${daysAgo(430)}", to: "${daysAgo(index)}") { netProfit }`),
]

function openPool(port: number, localAddress: string, connections: number): Pool {
  return new Pool(`http://127.0.0.1:${port}`, { connections, connect: { localAddress } })
}

async function post(pool: Pool, { token }: Person, body: string | Buffer) {
  const answer = await pool.request({
    path: '/graphql/public',
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.statusCode, text: await answer.body.text() }
}

async function measure(): Promise<void> {
  const [load = 0] = loadavg()
  const postgres = await startPostgres()
  const { url } = await postgres.createDatabase()
  const ways = Object.keys(WAYS)
  const sizes = [
    ...ways.map(() => HOSTILE_INVOICES),
    ...Array.from({ length: ORDINARY }, () => ORDINARY_INVOICES),
  ]
  const people = await startBooks({ databaseUrl: url, sizes, cpus: '0-1', env: { LIMITS: 'default' } })
  const subject = people[0]?.subject
  if (subject === undefined) throw new Error('no business was prepared')
  const { port } = subject
  const ordinary = people.slice(ways.length).map((person, index) => ({
    ...person,
    pool: openPool(port, `127.0.1.${index + 1}`, 4),
  }))

  let asked = 0
  const refusals: string[] = []
  async function ask({ pool, ...person }: (typeof ordinary)[number]): Promise<number> {
    const startedAtMs = performance.now()
    const bodies = [
      question(
        person,
        'invoices(pageSize: 25) { edges { node { id status total { value } customer { name } } } }',
      ),
      question(person, `profitAndLoss(from: "${daysAgo(365)}", to: "${daysAgo(0)}") { netProfit }`),
      question(person, 'customers(pageSize: 20) { edges { node { id name } } }'),
      change(person, `Written ${asked}`),
    ]
    const { status, text } = await post(pool, person, bodies[(asked += 1) % bodies.length] ?? '')
    if (status !== 200 || text.includes('"errors"'))
      refusals.push(`${status}: ${/"message":"(.*?)"/.exec(text)?.[1]}`)
    return performance.now() - startedAtMs
  }
  /** Sends calls at even intervals, independent of the answers. */
  async function live(seconds: number): Promise<readonly number[]> {
    const apartMs = 1_000 / ORDINARY
    const startedAtMs = performance.now()
    const calls: Promise<number>[] = []
    while (performance.now() - startedAtMs < seconds * 1_000) {
      const dueAtMs = startedAtMs + calls.length * apartMs
      const person = ordinary[calls.length % ORDINARY]
      if (person !== undefined) calls.push(ask(person))
      await delay(Math.max(0, dueAtMs + apartMs - performance.now()))
    }
    return await Promise.all(calls)
  }

  await live(5)
  const alone: number[] = []
  const rows = []
  for (const [index, { businessId, token }] of people.slice(0, ways.length).entries()) {
    const way = ways[index] ?? ''
    const before = await live(SECONDS)
    const target: Target = { businessId, token, port, way, address: `127.0.2.${index + 1}` }
    const worker = new Worker(new URL(import.meta.url), { workerData: target })
    await delay(500)
    const refusedBefore = refusals.length
    const cpuBefore = subject.cpuSeconds()
    const startedAtMs = performance.now()
    const beside = await live(SECONDS)
    const cpu = ((subject.cpuSeconds() - cpuBefore) / (performance.now() - startedAtMs)) * 1_000
    const counts = new Promise<Readonly<Record<string, number>>>((resolve) => worker.once('message', resolve))
    worker.postMessage('end')
    const answers = Object.entries(await counts).map(([status, count]) => `${count} × ${status}`)
    await worker.terminate()
    alone.push(...before)
    rows.push({ way, before, beside, refused: refusals.length - refusedBefore, answers, cpu })
    // Waits for running calls to end.
    await delay(3_000)
  }
  const memory = subject.memoryMb()
  await subject.stop()
  await postgres.close()

  const p = (latencies: readonly number[], share: number) =>
    percentile(Float64Array.from(latencies).sort(), share)
  const p99 = (latencies: readonly number[]) => {
    const spans = Math.floor(latencies.length / CALLS_OF_A_SPAN)
    const each = Array.from({ length: spans }, (_, at) =>
      p(latencies.slice(at * CALLS_OF_A_SPAN, (at + 1) * CALLS_OF_A_SPAN), 0.99),
    )
    return p(each, 0.5)
  }
  const text = (value: number) => value.toFixed(1)
  const page = `# One hostile person beside a hundred ordinary ones

${ORDINARY} people with ${ORDINARY_INVOICES} invoices each, one call a second of each (a list, profit and loss, customers, a change), and one with ${HOSTILE_INVOICES.toLocaleString('en')} invoices, another one in each line, who sends all they can for ${SECONDS} s, and at once again when refused. One process with the limits it has by default, PostgreSQL beside it; everybody has an address of their own. The hostile person sends with the lowest priority, since a machine of their own would take no processor time from ours; the bodies of a megabyte are a long comment, many names, and many values beside a long number. The 99th percentile is that of each span of three seconds, the one in the middle: other work on the machine disturbs some. Goal: it is at most ${MOST_TIMES} times what it is alone, nobody refused.

${MACHINE}, whose load was ${load.toFixed(1)} before it began; two of them for the process, whose memory was ${memory.toFixed(0)} MB at the end. Repeat it with \`npm run bench -- isolation\`.

| the hostile person | answers to them | cores used | p50, ms | p99, ms | longest, ms | p99 just before, alone | times | refused |
|---|---|--:|--:|--:|--:|--:|--:|--:|
| nothing | – | – | ${text(p(alone, 0.5))} | ${text(p99(alone))} | ${text(p(alone, 1))} | – | – | – |
${formatRows(
  rows.map(({ way, before, beside, refused, answers, cpu }) => [
    ...[way, answers.join(', '), text(cpu), text(p(beside, 0.5)), text(p99(beside))],
    ...[text(p(beside, 1)), text(p99(before)), text(p99(beside) / p99(before)), refused],
  ]),
)}
`
  await keepPage('isolation', page)
  for (const refusal of new Set(refusals)) console.log(refusal)
  const isSlow = rows.some(({ before, beside }) => p99(beside) > MOST_TIMES * p99(before))
  if (isSlow || refusals.length > 0) process.exitCode = 1
}

type Way = (target: Target, count: (answer: string) => void) => void

/** Sends requests on `connections` connections without pauses. */
function repeat(
  { port, address }: Target,
  connections: number,
  count: (answer: string) => void,
  once: (pool: Pool, index: number) => Promise<{ readonly status: number; readonly text?: string }>,
): void {
  const pool = openPool(port, address, connections)
  let index = 0
  const go = async (): Promise<never> => {
    for (;;) {
      const { status } = await once(pool, (index += 1)).catch(() => ({ status: 0 }))
      count(status === 0 ? 'no answer' : String(status))
      if (status === 0) await delay(10)
    }
  }
  for (let connection = 0; connection < connections; connection += 1) void go()
}

function sendDearest(target: Target, count: (answer: string) => void): void {
  repeat(target, 100, count, (pool, index) =>
    post(pool, target, question(target, DEAREST[index % DEAREST.length] ?? '')),
  )
}

function sendChanges(target: Target, count: (answer: string) => void): void {
  repeat(target, 1_000, count, (pool, index) =>
    post(pool, target, change(target, `Hostile ${process.hrtime.bigint()} ${index}`)),
  )
}

/** Sends a long comment, many names, and many values with a long number: each takes time in another part of reading. */
function sendBigBodies(target: Target, count: (answer: string) => void): void {
  const names = Array.from({ length: 60_000 }, (_, index) => `"k${index}":${index}`).join()
  const bodies = [
    JSON.stringify({ query: `{ user { id } } ${'#'.repeat(990_000)}` }),
    `{"query":"${NEW_CUSTOMER}","variables":{"input":{${names}}}}`,
    `{"query":"{ user { id } }","variables":{"long":1234567890123456789,"short":[${'1,'.repeat(480_000)}1]}}`,
  ].map((body) => Buffer.from(body))
  repeat(target, 100, count, (pool, index) => post(pool, target, bodies[index % bodies.length] ?? ''))
}

/** Requests large pages, and never reads the answers. */
function readSlowly({ port, address, token, ...person }: Target, count: (answer: string) => void): void {
  const body = question({ token, ...person }, DEAREST[1] ?? '')
  const head = `POST /graphql/public HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      count('sent')
      socket.write(head + body)
    })
    socket.pause()
    socket.once('close', () => setTimeout(open, 100))
  }
  for (let connection = 0; connection < 200; connection += 1) open()
}

function printDocuments(target: Target, count: (answer: string) => void): void {
  repeat(target, 100, count, async (pool, index) => {
    const id = createHash('md5')
      .update(`${target.businessId}${(index % HOSTILE_INVOICES) + 1}`)
      .digest('hex')
    const { statusCode, body } = await pool.request({ path: `/invoices/${id}/pdf`, method: 'GET' })
    await body.arrayBuffer()
    return { status: statusCode }
  })
}

const WAYS: Readonly<Record<string, Way>> = {
  'the dearest documents': sendDearest,
  '1,000 changes at once': sendChanges,
  'bodies of a megabyte': sendBigBodies,
  'answers that they do not read': readSlowly,
  'documents to print': printDocuments,
  'all of it at once': (target, count) => {
    for (const way of [sendDearest, sendChanges, sendBigBodies, readSlowly, printDocuments])
      way(target, count)
  },
}

/** Sends hostile requests until a message arrives, then reports the number of each status. */
async function disturb(target: Target): Promise<void> {
  // Of this thread only: elsewhere the person would have a machine of their own.
  setPriority(constants.priority.PRIORITY_LOW)
  const answers: Record<string, number> = {}
  WAYS[target.way]?.(target, (answer) => {
    answers[answer] = (answers[answer] ?? 0) + 1
  })
  await new Promise((resolve) => parentPort?.once('message', resolve))
  parentPort?.postMessage(answers)
}

if (isMainThread) await measure()
else await disturb(workerData as Target)
