import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { DemoProfile } from './books/demo-profile.ts'
import atelier from './businesses/atelier.json' with { type: 'json' }
import bakery from './businesses/bakery.json' with { type: 'json' }
import fern from './businesses/fern.json' with { type: 'json' }
import northwind from './businesses/northwind.json' with { type: 'json' }
import okafor from './businesses/okafor.json' with { type: 'json' }
import pixel from './businesses/pixel.json' with { type: 'json' }
import studio from './businesses/studio.json' with { type: 'json' }
import type { PlanReason, PlanState } from '#database/database.ts'

/** The demo users. Their ids never change, so documentation and tests may contain them. */
export const DEMO_USERS = {
  many: {
    id: '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01' as UserId,
    email: 'many@harbour.example',
    firstName: 'Maya',
    lastName: 'Chen',
    locale: 'en',
  },
  single: {
    id: '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a02' as UserId,
    email: 'single@harbour.example',
    firstName: 'Simon',
    lastName: 'Okafor',
    locale: 'en',
  },
  lapsed: {
    id: '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a03' as UserId,
    email: 'lapsed@harbour.example',
    firstName: 'Léa',
    lastName: 'Tremblay',
    locale: 'fr',
  },
  empty: {
    id: '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a04' as UserId,
    email: 'empty@harbour.example',
    firstName: 'Emil',
    lastName: 'Novak',
    locale: 'en',
  },
} as const

type DemoUser = keyof typeof DEMO_USERS

interface DemoPlan {
  readonly state: PlanState
  readonly name: string
  readonly reason?: PlanReason
  /** The end of the plan in days from now; negative for the past. */
  readonly endsInDays?: number
}

export interface DemoBusiness {
  readonly id: BusinessId
  readonly owner: DemoUser
  readonly name: string
  readonly isDefault?: boolean
  readonly isPersonal?: boolean
  readonly plan: DemoPlan
  readonly currency: string
  readonly type: string
  readonly subtype: string
  readonly organizationalType: 'CORPORATION' | 'PARTNERSHIP' | 'SOLE_PROPRIETORSHIP'
  readonly timezone: string
  readonly address: readonly [
    line1: string,
    line2: string | null,
    city: string,
    province: string | null,
    country: string,
    postalCode: string,
  ]
  readonly phone: string
  readonly mobile?: string
  readonly tollFree?: string
  readonly fax?: string
  readonly website?: string
  readonly accentColor: string
  readonly paymentDetails?: string
  readonly taxNumber?: string
  /** The age of the business in days, which is at least that of its books. */
  readonly createdDaysAgo: number
  /** The profile of the books. The first start waits for each row, so one business has many invoices and the others have few. */
  readonly books: DemoProfile
}

const FILES = { northwind, bakery, fern, pixel, okafor, atelier, studio }

/** The demo businesses, with the profiles of their books. */
export const DEMO_BUSINESSES = FILES as unknown as Readonly<Record<keyof typeof FILES, DemoBusiness>>
