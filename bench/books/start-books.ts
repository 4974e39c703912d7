import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSubject, type Subject } from '../load/subject.ts'

/** A business with books, and its server. */
export type Books = {
  readonly invoices: number
  readonly businessId: string
  readonly token: string
  readonly subject: Subject
}

/** Starts the whole provider, with one business for each of `sizes`, which is its number of invoices. */
export async function startBooks(options: {
  readonly databaseUrl: string
  readonly sizes: readonly number[]
  readonly cpus: string
  readonly env?: Readonly<Record<string, string>>
}): Promise<readonly Books[]> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
  const preparedFile = join(folder, 'prepared.json')
  const books = {
    DATABASE_URL: options.databaseUrl,
    PREPARED_FILE: preparedFile,
    BOOKS: options.sizes.join(),
  }
  const subject = await startSubject('books/books-subject.ts', {
    cpus: options.cpus,
    env: { ...books, ...options.env },
  })
  const prepared = JSON.parse(await readFile(preparedFile, 'utf8')) as Omit<Books, 'subject'>[]
  await rm(folder, { recursive: true })
  return prepared.map((business) => ({ ...business, subject }))
}

/**
 * Sends one GraphQL call and returns its data.
 *
 * @throws Error with the first error of the answer
 */
export async function askBooks(
  port: number,
  call: { readonly token: string; readonly path?: string; readonly body: string },
): Promise<Readonly<Record<string, object>>> {
  const response = await fetch(`http://127.0.0.1:${port}${call.path ?? '/graphql/public'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${call.token}` },
    body: call.body,
  })
  const { data, errors } = (await response.json()) as {
    readonly data: Readonly<Record<string, object>>
    readonly errors?: readonly { readonly message: string }[]
  }
  if (errors !== undefined) throw new Error(`${call.body}: ${errors[0]?.message}`)
  return data
}

/** Returns the date `days` days before today, in the interface's format. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
