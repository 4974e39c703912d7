import { createContext, use, useContext, type ComponentType, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { MovedUp } from '#figures/moved-up.ts'
import type { ToDo } from '#figures/to-do.ts'
import type { LoadStore } from '#loading/load-once.ts'

/** Screens that come as files of their own: a page brings the one it shows, the others follow when they are near. */
export interface ScreenParts {
  readonly start: ComponentType
  /** Of the start page. */
  readonly sample: ComponentType
  readonly home: ComponentType<{ readonly connection: ConnectionView }>
  /** The home of a business with nothing in its books. */
  readonly empty_home: ComponentType<{
    readonly name: string
    readonly provider: string
    /** The day it is where the business is. */
    readonly figures: { readonly today: string }
  }>
  /** The place of something that the person has not allowed. */
  readonly locked_card: ComponentType<{ readonly value: string; readonly connection: ConnectionView }>
  /** A picture of the home that most businesses have among the further ones. */
  readonly moved_up: ComponentType<{ readonly name: keyof MovedUp; readonly movedUp: MovedUp }>
  /** Of the home: the things to do today. */
  readonly to_do: ComponentType<{ readonly items: readonly ToDo[] }>
  readonly result: ComponentType<{ readonly connectResult: ConnectResult }>
  readonly left: ComponentType<{ readonly left: LeaveResult }>
  readonly profile: ComponentType
  readonly businesses: ComponentType
  readonly not_connected: ComponentType
  readonly connection: ComponentType
  readonly disconnect: ComponentType
  readonly signed_in: ComponentType
  readonly invoices: ListPart
  readonly invoice: DetailPart
  readonly customer_form: FormScreenPart
  readonly product_form: FormScreenPart
  readonly invoice_form: FormScreenPart
  readonly customers: ListPart
  readonly customer: DetailPart
  readonly products: ListPart
  readonly transactions: ListPart
  readonly accounts: ListPart
  readonly account: DetailPart
  readonly estimates: ListPart
  readonly estimate: DetailPart
  readonly search: ListPart
}

/** A list of the books of one connection. */
type ListPart = ComponentType<{ readonly connection: ConnectionView }>
/** One thing of the books of one connection. */
type DetailPart = ComponentType<{ readonly connection: ConnectionView; readonly id: string }>
/** A form of a business, for a new record or one that is there. */
type FormScreenPart = ComponentType<{ readonly connection: ConnectionView; readonly id: string | null }>

export type PartName = keyof ScreenParts
export type PartStore = LoadStore<ScreenParts>

const PartsContext = createContext<PartStore | undefined>(undefined)

export function PartsProvider(props: { readonly parts: PartStore; readonly children: ReactNode }) {
  return <PartsContext value={props.parts}>{props.children}</PartsContext>
}

/** The parts of this page. Throws outside {@link PartsProvider}. */
export function useParts(): PartStore {
  const parts = useContext(PartsContext)
  if (parts === undefined) throw new Error('useParts needs a PartsProvider above it')
  return parts
}

/** A part, a component as a rule; waits for it where it is not there yet, which the server never does. */
export function usePart<Name extends PartName>(name: Name): ScreenParts[Name] {
  // Each time, also when it is there by now: React tells by it which hooks of the component ran before it waited.
  return use(useParts().await(name))
}
