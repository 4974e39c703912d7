import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { FlowResult } from '@counterfoil/bff-api/flow'

/** Screens that come as files of their own: a page brings the one it shows, the others follow when they are near. */
export interface ScreenParts {
  readonly start: ComponentType
  readonly home: ComponentType<{ readonly connection: ConnectionView }>
  readonly result: ComponentType<{ readonly flow: FlowResult }>
  readonly profile: ComponentType
  readonly businesses: ComponentType
  readonly connection: ComponentType
  readonly disconnect: ComponentType
  readonly signed_in: ComponentType
}
export type PartName = keyof ScreenParts
export type PartLoaders = { readonly [Name in PartName]: () => Promise<ScreenParts[Name]> }

export interface PartStore {
  /** The part when it is there already. */
  readonly find: <Name extends PartName>(name: Name) => ScreenParts[Name] | undefined
  /** Fetches it once; the same promise for every caller, until it failed. */
  readonly load: <Name extends PartName>(name: Name) => Promise<ScreenParts[Name]>
  /** Fetches what is not there yet; what cannot be had now is fetched when it is needed. */
  readonly loadAll: () => void
}

export function createPartStore(loaders: PartLoaders): PartStore {
  const here = new Map<PartName, unknown>()
  const coming = new Map<PartName, Promise<unknown>>()

  const find = <Name extends PartName>(name: Name) => here.get(name) as ScreenParts[Name] | undefined
  const load = <Name extends PartName>(name: Name) => {
    const known = coming.get(name)
    if (known !== undefined) return known as Promise<ScreenParts[Name]>
    const loading = loaders[name]().then(
      (part) => {
        here.set(name, part)
        return part
      },
      (thrown: unknown) => {
        coming.delete(name)
        throw thrown
      },
    )
    coming.set(name, loading)
    return loading
  }
  const loadAll = () => {
    for (const name of Object.keys(loaders) as PartName[]) load(name).catch(() => undefined)
  }
  return { find, load, loadAll }
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
