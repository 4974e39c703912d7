import { verifyBooks } from '#books/ledger/verify-store.ts'
import { textOf, type Command, type CommandDependencies } from './command.ts'
import { findBusiness } from './find-records.ts'

export const BOOKS_COMMANDS: readonly Command[] = [
  {
    name: 'books verify',
    summary: 'Computes again what books keep, and says what differs. It changes nothing.',
    options: { business: { kind: 'text', help: 'id or name of the business; all of them unless told' } },
    async run({ db }, options) {
      const which = textOf(options, 'business')
      const businesses = which === undefined ? await allBusinesses(db) : [await findBusiness(db, which)]
      const differences = []
      for (const { id, name } of businesses) {
        for (const difference of await verifyBooks(db, id))
          differences.push({ business: name, id, ...difference })
      }
      return { businesses: businesses.length, differences }
    },
  },
]

function allBusinesses(db: CommandDependencies['db']) {
  return db.selectFrom('businesses').select(['id', 'name']).orderBy('id').execute()
}
