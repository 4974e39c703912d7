import { http, HttpResponse, type HttpHandler } from 'msw'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import type { SessionView } from '@counterfoil/bff-api/session'
import { sampleOverview } from '#figures/sample-overview.ts'
import { SAMPLE_NOW, sampleDays } from './samples.ts'

/** Returns a problem document as the BFF sends it. */
export function problemAnswer(code: ProblemCode, retryAfterSeconds?: number): Response {
  const status = PROBLEM_STATUS[code]
  return new Response(
    JSON.stringify({ type: 'about:blank', title: code, status, code, requestId: 'request-1' }),
    {
      status,
      headers: {
        'content-type': 'application/problem+json',
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      },
    },
  )
}

export const SAMPLE_BUSINESS = {
  id: 'QnVzaW5lc3M6MQ==',
  name: 'Northwind Trading',
  address: {
    addressLine1: '12 Wharf Street',
    addressLine2: null,
    city: 'Toronto',
    postalCode: 'M5V 2T6',
    province: { name: 'Ontario', __typename: 'Province' },
    country: { code: 'CA', name: 'Canada', __typename: 'Country' },
    __typename: 'Address',
  },
  currency: { code: 'CAD', __typename: 'Currency' },
  timezone: 'America/Toronto',
  type: { name: 'Retailers and resellers', value: 'RETAILERS_AND_RESELLERS', __typename: 'BusinessType' },
  __typename: 'Business',
}

/** Returns handlers of a BFF without failures: this session, and sample figures for every query. */
export function bffHandlers(session: () => SessionView): readonly HttpHandler[] {
  return [
    http.get(`*${BFF_PATHS.session}`, () => HttpResponse.json(session())),
    http.post(`*${BFF_PATHS.graphql}`, () => HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })),
    http.get(`*${BFF_PATHS.connectionFigures}`, ({ params, request }) => {
      const version = Number(new URL(request.url).searchParams.get('version'))
      const data = sampleOverview()
      return HttpResponse.json({ connectionId: params['id'], version, data, readAt: SAMPLE_NOW })
    }),
    http.post(`*${BFF_PATHS.connectionUse}`, () => new HttpResponse(null, { status: 204 })),
    http.get(`*${BFF_PATHS.connectionDays}`, () => HttpResponse.json(sampleDays())),
    http.get(`*${BFF_PATHS.sessions}`, () => HttpResponse.json([])),
    http.get(`*${BFF_PATHS.connectionLastRead}`, () => problemAnswer('not-found')),
    http.get(`*${BFF_PATHS.connectionNotes}`, () => HttpResponse.json({})),
    http.get(`*${BFF_PATHS.events}`, () => new HttpResponse(null, { status: 204 })),
  ]
}
