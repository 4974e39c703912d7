import { sql, type RawBuilder } from 'kysely'
import type { RowKind } from '#books/book-ids.ts'
import type { PostalAddress } from '#books/business/postal-address.ts'
import { isKeepable } from '#books/input-faults.ts'
import { readNamed, type RowStore } from '#books/row-reader.ts'
import { createRowStore, orderOf, type ColumnsOf, type KeyColumns, type RowTable } from '#books/row-store.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { Database } from '#database/database.ts'
import type { Contact, ContactDetails, ContactFilter } from './contact.ts'

const addressColumns = (prefix: '' | 'shipping_') =>
  sql.raw(`json_build_object('addressLine1', r.${prefix}address_line1, 'addressLine2', r.${prefix}address_line2,
    'city', r.${prefix}city, 'postalCode', r.${prefix}postal_code, 'countryCode', r.${prefix}country_code,
    'provinceCode', r.${prefix}province_code)`)

/** The columns of the tables `customers` and `vendors`, named like the members of a contact. `r` is the row. */
const CONTACT_COLUMNS = sql`r.business_id, r.id::text as id, r.name, r.first_name as "firstName", r.last_name as "lastName", r.email,
  r.display_id as "displayId", r.internal_notes as "internalNotes", r.phone, r.mobile, r.toll_free as "tollFree", r.fax,
  r.website, r.currency_code as "currencyCode", ${addressColumns('')} as address, json_build_object(
    'name', r.shipping_name, 'phone', r.shipping_phone, 'instructions', r.shipping_instructions,
    'address', ${addressColumns('shipping_')}) as shipping,
  r.is_archived as "isArchived", r.created_at as "createdAt", r.modified_at as "modifiedAt"`

/** The columns of a `BriefContact`. */
const BRIEF_COLUMNS = sql`r.business_id, r.id::text as id, r.name, r.currency_code as "currencyCode"`

/** Returns the table of contacts of one kind. */
export function contactTable<Kind extends RowKind>(
  name: string,
): RowTable<ColumnsOf<Kind, Contact<Kind>>, Contact<Kind>> {
  return { name, columns: CONTACT_COLUMNS, readRow: readNamed }
}

type Text = string | null

/** Creates the store of the contacts in one table: customers or vendors. */
export function createContactStore<Kind extends RowKind, Columns extends KeyColumns<Kind>>(
  db: Database,
  table: RowTable<Columns, Contact<Kind>>,
): RowStore<Kind, Contact<Kind>, ContactFilter> {
  return createRowStore(db, table, { conditionsOf, orderOf }, { ...table, columns: BRIEF_COLUMNS })
}

/** Returns the SQL conditions of a filter on `r`. Each shape of filter has its own SQL text, so that its query plan fits. */
function conditionsOf(filter: ContactFilter): readonly (RawBuilder<unknown> | null)[] {
  const { email, modifiedAtAfter, modifiedAtBefore } = filter
  return [
    sql`not r.is_archived`,
    email === null ? null : emailCondition(email),
    modifiedAtAfter === null ? null : sql`r.modified_at >= ${modifiedAtAfter}`,
    modifiedAtBefore === null ? null : sql`r.modified_at <= ${modifiedAtBefore}`,
  ]
}

function emailCondition(email: string): RawBuilder<unknown> {
  return isKeepable(email) ? sql`r.email_key = ${emailKeyOf(email)}` : sql`false`
}

/** Returns the details of a contact by column name. */
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
