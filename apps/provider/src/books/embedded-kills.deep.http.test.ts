import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testSeed } from '@counterfoil/testkit/sample'
import { DEADLY_MUTATIONS, standOf, type DeadlyMutation } from '#testing/books-process/books-kills.ts'
import { startEmbeddedBooksProcess, type WritePoint } from '#testing/books-process/books-process.ts'
import { WRITE_MOMENTS } from '#testing/books-process/deadly-write.ts'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { call } from '#testing/graphql-endpoint.ts'
import { drawsFrom } from '#testing/random-model.ts'
import { verifyBooks } from './ledger/verify-store.ts'

/** True if every point of every mutation is tried (`npm run bench -- books-kills`); otherwise a deep run tries one point. */
const isEvery = process.env['BOOKS_KILLS'] === 'every'
const seed = testSeed()
const draw = drawsFrom(seed)
const ALL = Object.entries(DEADLY_MUTATIONS).flatMap(([name, prepare]) =>
  WRITE_MOMENTS.map((moment) => [moment, name, prepare] as const),
)
const TRIED = isEvery ? ALL : ALL.slice(draw(ALL.length)).slice(0, 1)
/** More writes than any mutation makes, even the first of its kind. */
const MOST_WRITES = 100
/** More writes than most mutations make, so that a sample sometimes repeats a mutation that had succeeded. */
const SAMPLED_WRITES = 24

type Prepare = (books: TestBooks) => Promise<DeadlyMutation>
/** A business with the mutation that was sent to its books. */
type Tried = { readonly books: TestBooks; readonly mutation: DeadlyMutation; readonly key: string }
/** A mutation after its process died at the point; not dead if the mutation makes fewer writes. */
type Ended = Tried & { readonly point: WritePoint; readonly isDead: boolean }

function send(url: string, { books, mutation: { name, input }, key }: Tried) {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { didSucceed inputErrors { code } } }`
  return call({ url }, books.token, { query, variables: { input } }, { 'idempotency-key': key })
}

async function tryPoint(
  dataDir: string,
  {
    closed,
    prepare,
    point,
  }: { readonly closed: BooksEndpoint; readonly prepare: Prepare; readonly point: WritePoint },
  books: TestBooks,
): Promise<Ended> {
  const dying = await startEmbeddedBooksProcess(dataDir, point)
  const mutation = await prepare(closed.at(dying.url, books))
  const tried: Tried = { books, mutation, key: randomUUID() }
  await dying.count()
  const isDead = await send(dying.url, tried).then(
    () => false,
    () => true,
  )
  await (isDead ? dying.died : dying.stop())
  return { ...tried, point, isDead }
}

/** Kills a process at the first write, the next at the second and so on, on the same folder, until one survives. */
async function tryInTurn(dataDir: string, [moment, , prepare]: (typeof ALL)[number]) {
  const closed = await startBooks({ dataDir })
  const idle: Tried = await closed
    .open()
    .then(async (books) => ({ books, mutation: await prepare(books), key: randomUUID() }))
  const businesses: TestBooks[] = []
  for (let count = 0; count < (isEvery ? MOST_WRITES : 1); count += 1) businesses.push(await closed.open())
  await closed.close()
  const ended: Ended[] = []
  for (const [index, books] of businesses.entries()) {
    const point = { write: isEvery ? index : draw(SAMPLED_WRITES), moment }
    ended.push(await tryPoint(dataDir, { closed, prepare, point }, books))
    if (ended.at(-1)?.isDead === false) break
  }
  return { idle, ended }
}

async function expectAllOrNothing(server: BooksEndpoint, idle: Tried, ended: readonly Ended[]) {
  const standsOf = async () => {
    const stands: (readonly string[])[] = []
    for (const { books, point } of ended) {
      expect(await verifyBooks(server.endpoint.db, books.business.uuid), JSON.stringify(point)).toEqual([])
      stands.push(await standOf(server, books))
    }
    return stands
  }
  const before = await standOf(server, idle.books)
  const stands = await standsOf()
  for (const tried of [idle, ...ended]) {
    const { body } = await send(server.endpoint.url, tried)
    expect(body.data[tried.mutation.name]).toEqual({ didSucceed: true, inputErrors: [] })
  }
  const after = await standOf(server, idle.books)
  expect(after).not.toEqual(before)
  for (const [index, { point, isDead }] of ended.entries()) {
    expect(isDead ? [before, after] : [after], JSON.stringify(point)).toContainEqual(stands[index])
  }
  expect(await standsOf()).toEqual(ended.map(() => after))
}

describe(`a process killed while the embedded database writes (seed ${seed})`, () => {
  it.each(TRIED)(
    'stores a mutation completely or not at all, and its repetition completes it once: %s a write to the disk, %s',
    async (...tried) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-kills-'))
      try {
        const { idle, ended } = await tryInTurn(dataDir, tried)
        if (isEvery) expect(ended.at(-1)?.isDead).toBe(false)
        const server = await startBooks({ dataDir })
        await expectAllOrNothing(server, idle, ended).finally(() => server.close())
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    isEvery ? 3_600_000 : 120_000,
  )
})
