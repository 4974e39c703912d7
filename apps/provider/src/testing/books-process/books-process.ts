import { startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import type { KillMoment } from './deadly-query.ts'
import type { WriteMoment } from './deadly-write.ts'

const MAIN = programFile('apps/provider/src/testing/books-process/books-process-main.ts')
const WITHIN = { withinMs: 60_000 }

/** Where a process dies: at which of its statements, and when. */
export type KillPoint = { readonly statement: number; readonly moment: KillMoment }

/** The same on the embedded database: at which of its writes to the disk. */
export type WritePoint = { readonly write: number; readonly moment: WriteMoment }

/** The GraphQL endpoint as a program of its own. */
export type BooksProcess = {
  /** For `call`. */
  readonly url: string
  /** From now on its statements, or writes, count. */
  count(): Promise<void>
  /** How many there were since then. */
  counted(): Promise<number>
  /** Resolves once it has died. */
  readonly died: Promise<unknown>
  stop(): Promise<void>
}

/** Starts one on a database of PostgreSQL that is there; its clock is where that of `startEndpoint` does. */
export function startBooksProcess(databaseUrl: string, point?: KillPoint): Promise<BooksProcess> {
  const killed = point && { KILL_AT: String(point.statement), KILL_MOMENT: point.moment }
  return startProcess({ DATABASE_URL: databaseUrl, ...killed })
}

/** The same on the embedded database of a data folder that nobody else has open. */
export function startEmbeddedBooksProcess(dataDir: string, point?: WritePoint): Promise<BooksProcess> {
  const killed = point && { KILL_AT: String(point.write), KILL_MOMENT: point.moment }
  return startProcess({ DATA_DIR: dataDir, ...killed })
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<BooksProcess> {
  const child = startChild(process.execPath, [MAIN], { env })
  const url = await until('it listens', () => /listening on (\S+)\n/.exec(child.output())?.[1], WITHIN)
  const answers = () => child.output().match(/^(?:counting|counted \d+)$/gm) ?? []
  return {
    url,
    died: child.exited,
    async count() {
      const said = answers()
      child.process.kill('SIGUSR2')
      await until('it counts', () => answers().length > said.length, WITHIN)
    },
    async counted() {
      const said = answers()
      child.process.kill('SIGUSR1')
      await until('it says how many', () => answers().length > said.length, WITHIN)
      return Number(/\d+$/.exec(answers().at(-1) ?? '')?.[0])
    },
    stop: () => child.stop(),
  }
}
