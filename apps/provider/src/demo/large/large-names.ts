const PLACES = [
  'Alder Bay',
  'Birch Hill',
  'Canal Street',
  'Dune Road',
  'Eastgate',
  'Foxglove',
  'Granite Falls',
  'Harvest Lane',
  'Island View',
  'Juniper Ridge',
  'Kingfisher',
  'Lantern Court',
  'Maple Row',
  'North Pier',
  'Orchard Park',
  'Pebble Beach',
  'Quarry Hill',
  'River Bend',
  'Stone Bridge',
  'Tide Water',
  'Upland',
  'Valley View',
  'Willow Creek',
  'Yarrow',
  'Zephyr',
] as const
const TRADES = [
  'Accounting',
  'Architects',
  'Bakery',
  'Bicycles',
  'Books',
  'Brewing',
  'Carpentry',
  'Catering',
  'Ceramics',
  'Cleaning',
  'Clinic',
  'Coffee',
  'Consulting',
  'Dental',
  'Design',
  'Electric',
  'Engineering',
  'Farms',
  'Films',
  'Fitness',
  'Florist',
  'Foods',
  'Framing',
  'Furniture',
  'Garage',
  'Gardens',
  'Glass',
  'Hardware',
  'Interiors',
  'Landscaping',
  'Lighting',
  'Marine',
  'Music',
  'Outfitters',
  'Photography',
  'Plumbing',
  'Printing',
  'Roofing',
  'Tailoring',
  'Veterinary',
] as const

/** Businesses that can be distinguished by name. */
const MOST_NAMES = PLACES.length * TRADES.length

/**
 * Names of that many businesses, each once.
 *
 * @throws RangeError for more than {@link MOST_NAMES}
 */
export function nameBusinesses(count: number): readonly string[] {
  if (count > MOST_NAMES) throw new RangeError(`There are ${MOST_NAMES} names`)
  const names = TRADES.flatMap((trade) => PLACES.map((place) => `${place} ${trade}`))
  return names.slice(0, count)
}
