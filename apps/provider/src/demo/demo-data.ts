import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { PlanReason, PlanState } from '#database/authorization-tables.ts'

/** The demo people. Their ids never change, so that documentation and tests may name them. */
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
  /** Days from now; negative for the past. */
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
  /** Days before now: not later than its books begin. */
  readonly createdDaysAgo: number
}

export const DEMO_BUSINESSES = {
  northwind: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01' as BusinessId,
    owner: 'many',
    name: 'Northwind Trading',
    isDefault: true,
    plan: { state: 'active', name: 'Pro', endsInDays: 143 },
    currency: 'CAD',
    type: 'PRODUCT_PROVIDER',
    subtype: 'WHOLESALE_DISTRIBUTION_SALES',
    organizationalType: 'CORPORATION',
    timezone: 'America/Toronto',
    address: ['219 Carlaw Avenue', 'Unit 304', 'Toronto', 'CA-ON', 'CA', 'M4M 2S1'],
    phone: '+1 416 555 0142',
    tollFree: '+1 833 555 0142',
    fax: '+1 416 555 0143',
    website: 'https://northwind.example',
    paymentDetails: 'Interac e-Transfer to pay@northwind.example\nor account 004-10202-1234567',
    taxNumber: '81234 5678 RT0001',
    accentColor: '#1f6f8b',
    createdDaysAgo: 1312,
  },
  bakery: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02' as BusinessId,
    owner: 'many',
    name: 'Harbour Lane Bakery',
    plan: { state: 'active', name: 'Advisor', endsInDays: 12 },
    currency: 'USD',
    type: 'RETAILERS_AND_RESELLERS',
    subtype: 'RESTAURANT_CATERER_BAR',
    organizationalType: 'PARTNERSHIP',
    timezone: 'America/Los_Angeles',
    address: ['1834 SE Division Street', null, 'Portland', 'US-OR', 'US', '97202'],
    phone: '+1 503 555 0187',
    mobile: '+1 971 555 0119',
    website: 'https://harbourlanebakery.example',
    accentColor: '#b4552d',
    createdDaysAgo: 604,
  },
  fern: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03' as BusinessId,
    owner: 'many',
    name: 'Fern & Co',
    plan: { state: 'lapsed', name: 'Pro', reason: 'plan_ended', endsInDays: -18 },
    currency: 'EUR',
    type: 'CONSULTANTS_PROFESSIONALS',
    subtype: 'DESIGN_ARCHITECTURE_ENGINEERING',
    organizationalType: 'CORPORATION',
    timezone: 'Europe/Paris',
    address: ['14 rue des Capucins', 'Bâtiment B', 'Lyon', 'FR-69', 'FR', '69001'],
    phone: '+33 4 55 50 01 63',
    website: 'https://fern-and-co.example',
    paymentDetails: 'Virement : IBAN FR76 3000 6000 0112 3456 7890 189',
    taxNumber: 'FR 40 303 265 045',
    accentColor: '#2f6b3c',
    createdDaysAgo: 512,
  },
  pixel: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04' as BusinessId,
    owner: 'many',
    name: 'Maya Chen Photography',
    isPersonal: true,
    plan: { state: 'ineligible', name: 'Starter', reason: 'plan_too_small' },
    currency: 'CAD',
    type: 'ARTISTS_PHOTOGRAPHERS_CREATIVE',
    subtype: 'ARTISTS_PHOTOGRAPHERS_CREATIVE__PHOTOGRAPHER',
    organizationalType: 'SOLE_PROPRIETORSHIP',
    timezone: 'America/Vancouver',
    address: ['88 East Pender Street', null, 'Vancouver', 'CA-BC', 'CA', 'V6A 1T1'],
    phone: '+1 604 555 0171',
    mobile: '+1 604 555 0172',
    accentColor: '#7a4b9a',
    createdDaysAgo: 497,
  },
  okafor: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05' as BusinessId,
    owner: 'single',
    name: 'Okafor Plumbing & Heating',
    isDefault: true,
    plan: { state: 'active', name: 'Pro', endsInDays: 301 },
    currency: 'USD',
    type: 'SERVICE_PROVIDER',
    subtype: 'CONSTRUCTION_HOME_IMPROVEMENT__CONTRACTOR',
    organizationalType: 'CORPORATION',
    timezone: 'America/Chicago',
    address: ['2750 North Milwaukee Avenue', 'Suite 2', 'Chicago', 'US-IL', 'US', '60647'],
    phone: '+1 312 555 0138',
    tollFree: '+1 888 555 0138',
    website: 'https://okafor-plumbing.example',
    accentColor: '#24527a',
    createdDaysAgo: 620,
  },
  atelier: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06' as BusinessId,
    owner: 'lapsed',
    name: 'Atelier Tremblay',
    isDefault: true,
    plan: { state: 'lapsed', name: 'Pro', reason: 'trial_over', endsInDays: -5 },
    currency: 'CAD',
    type: 'PRODUCT_PROVIDER',
    subtype: 'PRODUCT_PROVIDER__MANUFACTURER',
    organizationalType: 'SOLE_PROPRIETORSHIP',
    timezone: 'America/Montreal',
    address: ['5425 rue de Bordeaux', 'Local 210', 'Montréal', 'CA-QC', 'CA', 'H2H 2P9'],
    phone: '+1 514 555 0155',
    website: 'https://atelier-tremblay.example',
    paymentDetails: 'Virement Interac à paiement@atelier.example',
    accentColor: '#8a3b2a',
    createdDaysAgo: 535,
  },
  studio: {
    id: 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07' as BusinessId,
    owner: 'lapsed',
    name: 'Studio Yoga Laurier',
    plan: { state: 'lapsed', name: 'Advisor', reason: 'payment_failed', endsInDays: -2 },
    currency: 'CAD',
    type: 'SERVICE_PROVIDER',
    subtype: 'SERVICE_PROVIDER__FITNESS',
    organizationalType: 'PARTNERSHIP',
    timezone: 'America/Montreal',
    address: ['120 avenue Laurier Ouest', null, 'Montréal', 'CA-QC', 'CA', 'H2T 2N7'],
    phone: '+1 514 555 0199',
    accentColor: '#3c6e71',
    createdDaysAgo: 810,
  },
} as const satisfies Record<string, DemoBusiness>
