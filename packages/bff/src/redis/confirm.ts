import type { Redis } from 'ioredis'
import type { SealedBox } from '#crypto/sealed-box.ts'
import type { StoreTime } from './store-time.ts'

/** Does `write`, which changes `key` or keys of its slot, and answers when it will survive a failover. */
export type Confirm = <T>(key: string, write: () => Promise<T>) => Promise<T>

/** For a store without replicas: what is written is as sure as it gets. */
export const UNREPLICATED: Confirm = (_key, write) => write()

/** What a store is on that has writes which a failover must not lose. */
export interface ConfirmedStoreDeps {
  readonly redis: Redis
  readonly storeTime: StoreTime
  readonly confirm?: Confirm
}

export interface SealedStoreDeps {
  readonly redis: Redis
  readonly box: SealedBox
}
