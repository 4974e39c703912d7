import type { Generated, Selectable } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Instant, Optional } from './columns.ts'

/** The rows of the books: the tables of the nouns in `books/`. */
export interface BooksTables {
  readonly businesses: BusinessesTable
  readonly book_settings: BookSettingsTable
}

/** The settings of each business, one row each: a writer of its books locks the row. */
interface BookSettingsTable {
  readonly business_id: BusinessId
}

export type OrganizationalType = 'CORPORATION' | 'PARTNERSHIP' | 'SOLE_PROPRIETORSHIP'

interface BusinessesTable {
  readonly id: BusinessId
  readonly name: string
  readonly is_personal: Generated<boolean>
  readonly is_archived: Generated<boolean>
  /** The ISO 4217 code of the currency. */
  readonly currency_code: string
  /** A name of the schema's enum `BusinessTypeValue`. */
  readonly type: Optional<string>
  /** A name of the schema's enum `BusinessSubtypeValue`. */
  readonly subtype: Optional<string>
  readonly organizational_type: Optional<OrganizationalType>
  /** The IANA name of the time zone. */
  readonly timezone: Optional<string>
  readonly address_line1: Optional<string>
  readonly address_line2: Optional<string>
  readonly city: Optional<string>
  /** The ISO 3166-2 code, for example `CA-ON`. */
  readonly province_code: Optional<string>
  /** The ISO 3166-1 alpha-2 code. */
  readonly country_code: Optional<string>
  readonly postal_code: Optional<string>
  readonly phone: Optional<string>
  readonly fax: Optional<string>
  readonly mobile: Optional<string>
  readonly toll_free: Optional<string>
  readonly website: Optional<string>
  readonly is_classic_accounting: Generated<boolean>
  readonly is_classic_invoicing: Generated<boolean>
  readonly email_send_enabled: Generated<boolean>
  /** The color as `#rrggbb`. */
  readonly invoice_accent_color: Optional<string>
  readonly invoice_logo_url: Optional<string>
  /** The instructions for payment, printed on unpaid invoices. */
  readonly payment_details: Optional<string>
  readonly tax_number: Optional<string>
  readonly created_at: Instant
  readonly modified_at: Instant
}

export type BusinessRow = Selectable<BusinessesTable>
