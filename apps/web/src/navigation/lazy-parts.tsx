import { createContext, use, useContext, type ComponentType, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { MovedUp } from '#figures/moved-up.ts'
import type { FormWords } from '#words/form-words.ts'

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
  readonly result: ComponentType<{ readonly connectResult: ConnectResult }>
  readonly left: ComponentType<{ readonly left: LeaveResult }>
  readonly profile: ComponentType
  readonly businesses: ComponentType
  readonly connection: ComponentType
  readonly disconnect: ComponentType
  readonly signed_in: ComponentType
  readonly invoices: ListPart
  readonly invoice: DetailPart
  readonly customer_form: FormScreenPart
  readonly product_form: FormScreenPart
  readonly invoice_form: FormScreenPart
  readonly form_words_en: FormWords
  readonly form_words_fr: FormWords
  readonly customers: ListPart
  readonly customer: DetailPart
  readonly products: ListPart
  readonly transactions: ListPart
  readonly accounts: ListPart
  readonly account: DetailPart
  readonly estimates: ListPart
  readonly estimate: DetailPart
}

/** A list of the books of one connection. */
type ListPart = ComponentType<{ readonly connection: ConnectionView }>
/** One thing of the books of one connection. */
type DetailPart = ComponentType<{ readonly connection: ConnectionView; readonly id: string }>
/** A form of a business, for a new record or one that is there. */
type FormScreenPart = ComponentType<{ readonly connection: ConnectionView; readonly id: string | null }>

export type PartName = keyof ScreenParts
export type PartLoaders = { readonly [Name in PartName]: () => Promise<ScreenParts[Name]> }

export interface PartStore {
  /** The promise a screen waits for: the same one however often it renders, also after it failed. {@link settled} once it is there. */
  readonly await: <Name extends PartName>(name: Name) => Promise<ScreenParts[Name]>
  /** Fetches it once for all callers; one that failed is fetched anew. */
  readonly load: <Name extends PartName>(name: Name) => Promise<ScreenParts[Name]>
  /** Fetches what is not there yet; what cannot be had now is fetched when it is needed. */
  readonly loadAll: () => void
  /** Forgets failures: the next screen that waits tries anew. */
  readonly forgetFailures: () => void
}

/** A promise whose value `use` takes without waiting a turn. */
export function settled<Part>(
  part: Part,
  promise: Promise<Part> = new Promise((resolve) => resolve(part)),
): Promise<Part> {
  return Object.assign(promise, { status: 'fulfilled', value: part })
}

export function createPartStore(loaders: PartLoaders): PartStore {
  const coming = new Map<PartName, Promise<unknown>>()
  const failed = new Set<PartName>()

  const load = <Name extends PartName>(name: Name) => {
    const known = failed.has(name) ? undefined : coming.get(name)
    if (known !== undefined) return known as Promise<ScreenParts[Name]>
    failed.delete(name)
    const loading: Promise<ScreenParts[Name]> = loaders[name]().then(
      (part) => {
        void settled(part, loading)
        return part
      },
      (thrown: unknown) => {
        failed.add(name)
        throw thrown
      },
    )
    coming.set(name, loading)
    return loading
  }
  const loadAll = () => {
    for (const name of Object.keys(loaders) as PartName[]) load(name).catch(() => undefined)
  }
  const wait = <Name extends PartName>(name: Name) =>
    (coming.get(name) as Promise<ScreenParts[Name]> | undefined) ?? load(name)
  const forgetFailures = () => {
    for (const name of failed) coming.delete(name)
    failed.clear()
  }
  return { await: wait, load, loadAll, forgetFailures }
}

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
