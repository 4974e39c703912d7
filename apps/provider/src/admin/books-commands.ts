import { verifyBooks } from '#books/ledger/verify-store.ts'
import { command, type Command, type CommandDependencies } from './command.ts'
import { business } from './find-records.ts'

export const BOOKS_COMMANDS: readonly Command[] = [
  command({
    name: 'books verify',
    summary: 'Computes again what books keep, and says what differs. It changes nothing.',
    options: { business: business('id or name of the business; all of them unless told') },
    async run({ db }, { business: only }) {
      const businesses = only === undefined ? await allBusinesses(db) : [only]
      const differences = []
      for (const { id, name } of businesses) {
        for (const difference of await verifyBooks(db, id))
          differences.push({ business: name, id, ...difference })
      }
      return { businesses: businesses.length, differences }
    },
  }),
]

function allBusinesses(db: CommandDependencies['db']) {
  return db.selectFrom('businesses').select(['id', 'name']).orderBy('id').execute()
}
