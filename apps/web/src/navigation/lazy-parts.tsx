import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { PutOff } from '@counterfoil/bff-api/figures'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { type ComponentType, createContext, type ReactNode, use, useContext } from 'react'
import type { MovedUp } from '#figures/moved-up.ts'
import type { ToDo } from '#figures/to-do.ts'
import type { LoadStore } from '#loading/load-once.ts'
import type { WordsName } from '#words/part-words.ts'
import type { DetailName, FormName, ListName } from './paths.ts'

/** A screen that is about no business, or finds the business itself. */
export type PlainScreen =
  'start' | 'profile' | 'businesses' | 'connection' | 'disconnect' | 'signed_in' | 'not_connected'
export type FormPart = `${FormName}_form`

interface OfConnection {
  readonly connection: ConnectionView
}

/** The parts that are files of their own: a page loads the one that it shows, the others follow before they are needed. */
export type ScreenParts = Readonly<
  // The sample belongs to the start page.
  Record<PlainScreen | 'sample', ComponentType> &
    Record<'home' | 'search' | 'periods' | ListName, ComponentType<OfConnection>> &
    /** The pages of single records. */
    Record<DetailName, ComponentType<OfConnection & { readonly id: string }>> &
    /** The forms; the id is null for a new record. */
    Record<FormPart, ComponentType<OfConnection & { readonly id: string | null }>>
> & {
  /** The home of a business with empty books. */
  readonly empty_home: ComponentType<{
    readonly name: string
    readonly provider: string
    /** The day in the business's time zone. */
    readonly figures: { readonly today: string }
  }>
  /** The card in place of data that the person has not permitted. */
  readonly locked_card: ComponentType<{ readonly value: string; readonly connection: ConnectionView }>
  /** A picture that most businesses have under "More pictures", shown on the home. */
  readonly moved_up: ComponentType<{ readonly picture: keyof MovedUp; readonly movedUp: MovedUp }>
  /** The home's list of things to do today. */
  readonly to_do: ComponentType<{
    readonly items: readonly ToDo[]
    readonly today: string
    /** Postpones a thing until a day, or with null no longer. Rejects when that is not saved. */
    readonly putOff: (about: PutOff) => Promise<unknown>
  }>
  readonly result: ComponentType<{ readonly connectResult: ConnectResult }>
  readonly left: ComponentType<{ readonly left: LeaveResult }>
}

export type PartName = keyof ScreenParts
export type PartStore = LoadStore<ScreenParts>

const PartsContext = createContext<PartStore | undefined>(undefined)

export function PartsProvider(props: { readonly parts: PartStore; readonly children: ReactNode }) {
  return <PartsContext value={props.parts}>{props.children}</PartsContext>
}

/** Returns the part store of this page. Throws outside {@link PartsProvider}. */
export function useParts(): PartStore {
  const parts = useContext(PartsContext)
  if (parts === undefined) throw new Error('useParts needs a PartsProvider above it')
  return parts
}

/** Returns a part, usually a component. Suspends while it has not loaded, which never happens on the server. */
export function usePart<Name extends PartName>(name: Name): ScreenParts[Name] {
  // Called each time, even after loading: React relies on it to know which hooks of the component ran before it suspended.
  return use(useParts().await(name))
}

const WORDS: { readonly [Name in PartName]?: readonly WordsName[] } = {
  start: ['start'],
  not_connected: ['start'],
  empty_home: ['empty'],
  moved_up: ['pictures'],
  to_do: ['to_do'],
  businesses: ['to_do'],
  result: ['result', 'connection_page'],
  left: ['leaving'],
  profile: ['leaving'],
  signed_in: ['leaving'],
  connection: ['connection_page', 'letter_card'],
  disconnect: ['leaving'],
  invoices: ['lists', 'invoices'],
  invoice: ['invoices', 'sold'],
  customers: ['lists', 'customers'],
  customer: ['customers', 'pause'],
  statement: ['customers'],
  products: ['lists', 'products'],
  transactions: ['lists', 'transactions'],
  transaction: ['transactions'],
  accounts: ['lists', 'accounts'],
  account: ['accounts'],
  estimates: ['lists', 'estimates'],
  estimate: ['estimates', 'sold'],
  search: ['search'],
  periods: ['periods'],
  customer_form: ['forms'],
  product_form: ['forms'],
  invoice_form: ['forms'],
  estimate_form: ['forms'],
}

/** Returns the names of the words that a part needs besides those of every page; they are loaded with it. */
export function wordsOfPart(part: PartName | undefined): readonly WordsName[] {
  return (part === undefined ? undefined : WORDS[part]) ?? []
}
