import type { Kysely } from 'kysely'
import { Migrator, type MigrationProvider } from 'kysely/migration'
import * as firstTables from './migrations/001-first-tables.ts'
import * as timeZoneOfABrowser from './migrations/002-time-zone-of-a-browser.ts'
import * as businessesOutOfAGrant from './migrations/003-businesses-out-of-a-grant.ts'
import * as strictApplications from './migrations/004-strict-applications.ts'
import * as keptPages from './migrations/005-kept-pages.ts'
import * as quartersOfUse from './migrations/006-quarters-of-use.ts'
import * as chartOfAccounts from './migrations/007-chart-of-accounts.ts'
import * as catalogue from './migrations/008-catalogue.ts'
import * as ledger from './migrations/009-ledger.ts'
import * as invoices from './migrations/010-invoices.ts'
import * as estimates from './migrations/011-estimates.ts'
import * as messages from './migrations/012-messages.ts'
import * as indexesOfLists from './migrations/013-indexes-of-lists.ts'
import * as stretchesOfInvoices from './migrations/014-stretches-of-invoices.ts'
import * as openDaysByKey from './migrations/015-open-days-by-key.ts'
import * as accountMails from './migrations/016-account-mails.ts'
import * as secondFactors from './migrations/017-second-factors.ts'
import * as receivablesByDay from './migrations/018-receivables-by-day.ts'
import * as moreStretchesOfInvoices from './migrations/019-more-stretches-of-invoices.ts'
import * as stretchesOfEveryList from './migrations/020-stretches-of-every-list.ts'
import * as kindsInStretches from './migrations/021-kinds-in-stretches.ts'
import * as partsOfNumbers from './migrations/022-parts-of-numbers.ts'
import * as stretchesOfCustomers from './migrations/023-stretches-of-customers.ts'
import type { Tables } from './tables.ts'

/** In order; a name that ran somewhere is never changed or removed. */
const MIGRATIONS: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      '001-first-tables': firstTables,
      '002-time-zone-of-a-browser': timeZoneOfABrowser,
      '003-businesses-out-of-a-grant': businessesOutOfAGrant,
      '004-strict-applications': strictApplications,
      '005-kept-pages': keptPages,
      '006-quarters-of-use': quartersOfUse,
      '007-chart-of-accounts': chartOfAccounts,
      '008-catalogue': catalogue,
      '009-ledger': ledger,
      '010-invoices': invoices,
      '011-estimates': estimates,
      '012-messages': messages,
      '013-indexes-of-lists': indexesOfLists,
      '014-stretches-of-invoices': stretchesOfInvoices,
      '015-open-days-by-key': openDaysByKey,
      '016-account-mails': accountMails,
      '017-second-factors': secondFactors,
      '018-receivables-by-day': receivablesByDay,
      '019-more-stretches-of-invoices': moreStretchesOfInvoices,
      '020-stretches-of-every-list': stretchesOfEveryList,
      '021-kinds-in-stretches': kindsInStretches,
      '022-parts-of-numbers': partsOfNumbers,
      '023-stretches-of-customers': stretchesOfCustomers,
    }),
}

/**
 * Brings the database to the newest shape, all or nothing. On PostgreSQL an advisory lock lets several processes
 * start at once: the first migrates, the others wait and find nothing to do.
 */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({ db, provider: MIGRATIONS }).migrateToLatest()
  if (error !== undefined) throw error
}
