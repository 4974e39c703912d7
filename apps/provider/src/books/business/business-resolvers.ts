import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { viewerOf } from '#caller/viewer.ts'
import { buildPage, readPageRequest } from '#caller/paging.ts'
import {
  findBusinessSubtype,
  findBusinessType,
  findCountry,
  findCurrency,
  findProvince,
} from '#books/reference/reference-data.ts'
import type { Resolver } from '#caller/resolver.ts'
import { listBusinesses, readBusiness, type Business, type BusinessReader } from './business.ts'

type ReadsBusinesses = { readonly businesses: BusinessReader }

/** Businesses in a page when the caller does not say; lists inside a business have 45. */
const DEFAULT_PAGE_SIZE = 10

const business: Resolver<unknown, { readonly id?: string | null }, ReadsBusinesses> = (_, { id }, context) =>
  readBusiness(context.businesses, viewerOf(context), id)

const businesses: Resolver<
  unknown,
  { readonly isArchived?: boolean | null; readonly page?: number | null; readonly pageSize?: number | null },
  ReadsBusinesses
> = async (_, args, context) => {
  const page = readPageRequest(args, DEFAULT_PAGE_SIZE)
  const found = await listBusinesses(context.businesses, viewerOf(context), args.isArchived, page)
  return buildPage(page, found.businesses, found.totalCount)
}

/** Null when nothing of the address is known. */
const address: Resolver<Business> = (source) => {
  const { addressLine1, addressLine2, city, postalCode, countryCode, provinceCode } = source
  const parts = [addressLine1, addressLine2, city, postalCode, countryCode, provinceCode]
  if (parts.every((part) => part === null)) return null
  return {
    addressLine1,
    addressLine2,
    city,
    postalCode,
    country: countryCode === null ? null : findCountry(countryCode),
    province: provinceCode === null ? null : findProvince(provinceCode),
  }
}

const id: Resolver<Business> = (source) => wireIdOf('Business', source.uuid)
const currency: Resolver<Business> = (source) => findCurrency(source.currencyCode)
const type: Resolver<Business> = (source) =>
  source.typeValue === null ? null : findBusinessType(source.typeValue)
const subtype: Resolver<Business> = (source) =>
  source.subtypeValue === null ? null : findBusinessSubtype(source.subtypeValue)
const invoiceEstimateSettings: Resolver<Business> = ({ accentColor, logoUrl }) => ({
  generalSettings: { accentColor, logoUrl },
})

export const businessResolvers = {
  Query: { business, businesses },
  Business: { id, address, currency, type, subtype, invoiceEstimateSettings },
}
