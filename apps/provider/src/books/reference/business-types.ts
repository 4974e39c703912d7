/** English names of the trades. */
export const BUSINESS_TYPES = [
  { value: 'ARTISTS_PHOTOGRAPHERS_CREATIVE', name: 'Artists, photographers and creative work' },
  { value: 'CONSULTANTS_PROFESSIONALS', name: 'Consultants and professionals' },
  { value: 'FINANCE_INSURANCE', name: 'Finance and insurance' },
  { value: 'HAIR_SPA_AESTHETICS', name: 'Hair, spa and aesthetics' },
  { value: 'MEDICAL_DENTAL_HEALTH_SERVICE', name: 'Medical, dental and health services' },
  { value: 'NONPROFIT_ASSOCIATIONS_GROUPS', name: 'Non-profit organizations, associations and groups' },
  { value: 'OTHER', name: 'Other' },
  { value: 'PRODUCT_PROVIDER', name: 'Makers and vendors of products' },
  { value: 'REALESTATE_HOME', name: 'Real estate and home' },
  { value: 'RETAILERS_AND_RESELLERS', name: 'Retailers and resellers' },
  { value: 'SERVICE_PROVIDER', name: 'Services' },
  { value: 'WEB_MEDIA_FREELANCER', name: 'Web and media freelancers' },
] as const
