import type { Redis } from 'ioredis'
import type { SealedBox } from '#crypto/sealed-box.ts'
import type { StoreTime } from './store-time.ts'

/** Runs `write`, which changes `key` or keys of its slot, and resolves once the change will survive a failover. */
export type Confirm = <T>(key: string, write: () => Promise<T>) => Promise<T>

/** Runs the write only: without replicas nothing more can be confirmed. */
export const UNREPLICATED: Confirm = (_key, write) => write()

/** The dependencies of a store with writes that must survive a failover. */
export interface ConfirmedStoreDeps {
  readonly redis: Redis
  readonly storeTime: StoreTime
  readonly confirm?: Confirm
}

export interface SealedStoreDeps {
  readonly redis: Redis
  readonly box: SealedBox
}
