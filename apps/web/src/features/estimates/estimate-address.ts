import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import type {
  EstimateListStatusFilter,
  EstimateQuery,
  EstimateSort,
  EstimatesQuery,
} from '#generated/operations.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'

const STATUSES = {
  open: 'ACTIVE',
  accepted: 'ACCEPTED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
  invoiced: 'CONVERTED',
  draft: 'DRAFT',
} as const satisfies Record<string, EstimateListStatusFilter>

type EstimateView = keyof typeof STATUSES
export const ESTIMATE_VIEWS = Object.keys(STATUSES) as readonly EstimateView[]

const SORTS: Readonly<Record<string, EstimateSort>> = {
  '-date': 'ESTIMATE_DATE_DESC',
  date: 'ESTIMATE_DATE_ASC',
  until: 'DUE_AT_ASC',
  '-until': 'DUE_AT_DESC',
  '-number': 'ESTIMATE_NUMBER_DESC',
  number: 'ESTIMATE_NUMBER_ASC',
  customer: 'CUSTOMER_NAME_ASC',
  '-customer': 'CUSTOMER_NAME_DESC',
  status: 'STATUS_ASC',
  '-status': 'STATUS_DESC',
  '-total': 'TOTAL_DESC',
  total: 'TOTAL_ASC',
}

export const ESTIMATE_LIST: ListShape = {
  filters: {
    state: { kind: 'choice', values: ESTIMATE_VIEWS },
    from: { kind: 'day' },
    to: { kind: 'day' },
    q: { kind: 'text' },
  },
  sorts: ['-date', ...Object.keys(SORTS).filter((sort) => sort !== '-date')],
}

export function estimateVariables(
  { filters, sort }: ListAddress,
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
) {
  const view = ESTIMATE_VIEWS.find((each) => each === filters['state'])
  return {
    id: businessId,
    status: view === undefined ? null : STATUSES[view],
    customerId: null,
    withCustomers: allowsScope(scopes, 'customer:read'),
    from: filters['from'] ?? null,
    to: filters['to'] ?? null,
    number: filters['q'] ?? null,
    sort: SORTS[sort] ?? 'ESTIMATE_DATE_DESC',
  }
}

export function oneEstimateVariables(
  { businessId, scopes }: Pick<ConnectionView, 'businessId' | 'scopes'>,
  estimateId: string,
) {
  return {
    id: businessId,
    estimateId,
    withCustomers: allowsScope(scopes, 'customer:read'),
    withProducts: allowsScope(scopes, 'product:read'),
  }
}

type Business = NonNullable<EstimatesQuery['business']>
export type EstimateRow = NonNullable<NonNullable<Business['estimates']>['edges'][number]['node']>

export const pickEstimates = ({ business }: EstimatesQuery) => business?.estimates

/** An estimate with all data of the estimate page. Amounts are decimal text in its currency. */
export type OneEstimate = NonNullable<NonNullable<EstimateQuery['business']>['estimate']>
