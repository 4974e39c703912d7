import { createContext, use, useContext, type ComponentType, type ReactNode } from 'react'
import type { PutOff } from '@counterfoil/bff-api/figures'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { MovedUp } from '#figures/moved-up.ts'
import type { ToDo } from '#figures/to-do.ts'
import type { LoadStore } from '#loading/load-once.ts'
import type { DetailName, FormName, ListName } from './paths.ts'

/** A screen that is about no business, or finds it by itself. */
export type PlainScreen =
  'start' | 'profile' | 'businesses' | 'connection' | 'disconnect' | 'signed_in' | 'not_connected'
export type FormPart = `${FormName}_form`

interface OfConnection {
  readonly connection: ConnectionView
}

/** Screens that come as files of their own: a page brings the one it shows, the others follow when they are near. */
export type ScreenParts = Readonly<
  // The sample is of the start page.
  Record<PlainScreen | 'sample', ComponentType> &
    Record<'home' | 'search' | 'periods' | ListName, ComponentType<OfConnection>> &
    /** One thing of the books. */
    Record<DetailName, ComponentType<OfConnection & { readonly id: string }>> &
    /** For a new record, or one that is there. */
    Record<FormPart, ComponentType<OfConnection & { readonly id: string | null }>>
> & {
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
  readonly moved_up: ComponentType<{ readonly picture: keyof MovedUp; readonly movedUp: MovedUp }>
  /** Of the home: the things to do today. */
  readonly to_do: ComponentType<{
    readonly items: readonly ToDo[]
    readonly today: string
    /** Puts a thing off until a day, or with null no more. Rejects when that is not saved. */
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
