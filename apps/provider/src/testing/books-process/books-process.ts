import { startChild } from '@counterfoil/testkit/child'
import { programFile } from '@counterfoil/testkit/program-file'
import { until } from '@counterfoil/testkit/until'
import type { KillMoment } from './deadly-query.ts'
import type { WriteMoment } from './deadly-write.ts'

const MAIN = programFile('apps/provider/src/testing/books-process/books-process-main.ts')

/** The point at which a process is killed: the index of its statement, and the moment. */
export type KillPoint = { readonly statement: number; readonly moment: KillMoment }

/** The point at which a process with the embedded database is killed: the index of its write to the disk, and the moment. */
export type WritePoint = { readonly write: number; readonly moment: WriteMoment }

/** A process that runs the GraphQL endpoint. */
export type BooksProcess = {
  /** The address of the endpoint, for `call`. */
  readonly url: string
  /** Starts counting its statements, or its writes with the embedded database. */
  count(): Promise<void>
  /** Returns the number of statements or writes since `count`. */
  counted(): Promise<number>
  /** Resolves when the process has ended. */
  readonly died: Promise<unknown>
  stop(): Promise<void>
}

/** Starts a process on an existing PostgreSQL database. Its clock has the same time as that of `startEndpoint`. */
export function startBooksProcess(databaseUrl: string, point?: KillPoint): Promise<BooksProcess> {
  const killed = point && { KILL_AT: String(point.statement), KILL_MOMENT: point.moment }
  return startProcess({ DATABASE_URL: databaseUrl, ...killed })
}

/** Starts a process on the embedded database of a data folder that no other process has open. */
export function startEmbeddedBooksProcess(dataDir: string, point?: WritePoint): Promise<BooksProcess> {
  const killed = point && { KILL_AT: String(point.write), KILL_MOMENT: point.moment }
  return startProcess({ DATA_DIR: dataDir, ...killed })
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<BooksProcess> {
  const child = startChild(process.execPath, [MAIN], { env })
  const url = await until('it listens', () => /listening on (\S+)\n/.exec(child.output())?.[1])
  const answers = () => child.output().match(/^(?:counting|counted \d+)$/gm) ?? []
  return {
    url,
    died: child.exited,
    async count() {
      const said = answers()
      child.process.kill('SIGUSR2')
      await until('it counts', () => answers().length > said.length)
    },
    async counted() {
      const said = answers()
      child.process.kill('SIGUSR1')
      await until('it says how many', () => answers().length > said.length)
      return Number(/\d+$/.exec(answers().at(-1) ?? '')?.[0])
    },
    stop: () => child.stop(),
  }
}
