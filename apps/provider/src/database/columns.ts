import type { ColumnType } from 'kysely'

/** The type of a `timestamptz` column. */
export type Instant = ColumnType<Date, Date, Date>
export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** A column that may be null, and may be left out of an insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
