import { sql, type RawBuilder } from 'kysely'
import type { RowKind } from '#books/book-ids.ts'
import type { PostalAddress } from '#books/business/postal-address.ts'
import type { Books } from '#books/open-books.ts'
import { orderOf, type BriefRow, type KeyColumns } from '#books/row-store.ts'
import { isKeepable } from '#books/input-faults.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { BriefContact, Contact, ContactDetails, ContactFilter } from './contact.ts'

/** Columns of the tables `customers` and `vendors`; `r` is the row. */
export const CONTACT_COLUMNS = sql`r.business_id, r.id::text as id, r.name, r.first_name, r.last_name, r.email,
  r.display_id, r.internal_notes, r.phone, r.mobile, r.toll_free, r.fax, r.website, r.currency_code,
  r.address_line1, r.address_line2, r.city, r.postal_code, r.country_code, r.province_code,
  r.shipping_name, r.shipping_phone, r.shipping_instructions,
  r.shipping_address_line1, r.shipping_address_line2, r.shipping_city, r.shipping_postal_code,
  r.shipping_country_code, r.shipping_province_code, r.is_archived, r.created_at, r.modified_at`

/** Those of a `BriefContact`. */
const BRIEF_COLUMNS = sql`r.business_id, r.id::text as id, r.name, r.currency_code`

type Text = string | null

type AddressColumns = {
  readonly address_line1: Text
  readonly address_line2: Text
  readonly city: Text
  readonly postal_code: Text
  readonly country_code: Text
  readonly province_code: Text
}

export type ContactRow<Kind extends RowKind> = KeyColumns<Kind> &
  AddressColumns & { readonly [Column in keyof AddressColumns as `shipping_${Column}`]: Text } & {
    readonly name: string
    readonly first_name: Text
    readonly last_name: Text
    readonly email: Text
    readonly display_id: Text
    readonly internal_notes: Text
    readonly phone: Text
    readonly mobile: Text
    readonly toll_free: Text
    readonly fax: Text
    readonly website: Text
    readonly currency_code: Text
    readonly shipping_name: Text
    readonly shipping_phone: Text
    readonly shipping_instructions: Text
    readonly is_archived: boolean
    readonly created_at: Date
    readonly modified_at: Date
  }

/** Those of `r` that the filter lets through: one text for each shape of filter, so that the plan of each fits. */
export function contactConditions(filter: ContactFilter): readonly RawBuilder<unknown>[] {
  const { email, modifiedAtAfter, modifiedAtBefore } = filter
  const conditions = [sql`not r.is_archived`]
  if (email !== null)
    conditions.push(isKeepable(email) ? sql`r.email_key = ${emailKeyOf(email)}` : sql`false`)
  if (modifiedAtAfter !== null) conditions.push(sql`r.modified_at >= ${modifiedAtAfter}`)
  if (modifiedAtBefore !== null) conditions.push(sql`r.modified_at <= ${modifiedAtBefore}`)
  return conditions
}

export function contactOrder({ sort }: ContactFilter): RawBuilder<unknown> {
  return orderOf(sort, { CREATED_AT: 'id', MODIFIED_AT: 'modified_at', NAME: 'name_key' })
}

/** Row mapping of a `BriefContact`. */
export function briefContacts<Kind extends RowKind>(): BriefRow<ContactRow<Kind>, Contact<Kind>> {
  return {
    columns: BRIEF_COLUMNS,
    readRow(row, books) {
      const { business_id: businessId, id, name, currency_code: currencyCode } = row
      const brief: BriefContact<Kind> = { businessId, id, books, name, currencyCode }
      return brief as Contact<Kind>
    },
  }
}

export function readContactRow<Kind extends RowKind>(row: ContactRow<Kind>, books: Books): Contact<Kind> {
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    displayId: row.display_id,
    internalNotes: row.internal_notes,
    phone: row.phone,
    mobile: row.mobile,
    tollFree: row.toll_free,
    fax: row.fax,
    website: row.website,
    currencyCode: row.currency_code,
    address: {
      addressLine1: row.address_line1,
      addressLine2: row.address_line2,
      city: row.city,
      postalCode: row.postal_code,
      countryCode: row.country_code,
      provinceCode: row.province_code,
    },
    shipping: {
      name: row.shipping_name,
      phone: row.shipping_phone,
      instructions: row.shipping_instructions,
      address: {
        addressLine1: row.shipping_address_line1,
        addressLine2: row.shipping_address_line2,
        city: row.shipping_city,
        postalCode: row.shipping_postal_code,
        countryCode: row.shipping_country_code,
        provinceCode: row.shipping_province_code,
      },
    },
    isArchived: row.is_archived,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

/** Values by column. */
export function contactValues(details: ContactDetails): Readonly<Record<string, Text>> {
  const { address, shipping } = details
  return {
    name: details.name,
    name_key: sortKeyOf(details.name),
    first_name: details.firstName,
    last_name: details.lastName,
    email: details.email,
    email_key: details.email === null ? null : emailKeyOf(details.email),
    display_id: details.displayId,
    internal_notes: details.internalNotes,
    phone: details.phone,
    mobile: details.mobile,
    toll_free: details.tollFree,
    fax: details.fax,
    website: details.website,
    currency_code: details.currencyCode,
    ...addressValues('', address),
    shipping_name: shipping.name,
    shipping_phone: shipping.phone,
    shipping_instructions: shipping.instructions,
    ...addressValues('shipping_', shipping.address),
  }
}

function addressValues(prefix: string, address: PostalAddress): Readonly<Record<string, Text>> {
  return {
    [`${prefix}address_line1`]: address.addressLine1,
    [`${prefix}address_line2`]: address.addressLine2,
    [`${prefix}city`]: address.city,
    [`${prefix}postal_code`]: address.postalCode,
    [`${prefix}country_code`]: address.countryCode,
    [`${prefix}province_code`]: address.provinceCode,
  }
}

function emailKeyOf(email: string): string {
  return email.trim().toLowerCase()
}
