/** Where the orders of the demo go: city, state, postal code and street. */
const places = [
  ['Los Angeles', 'CA', '90001', 'S Hope St'],
  ['San Diego', 'CA', '92101', 'Market St'],
  ['San Jose', 'CA', '95112', 'N 1st St'],
  ['Sacramento', 'CA', '95814', 'J St'],
  ['Seattle', 'WA', '98101', 'Pine St'],
  ['Spokane', 'WA', '99201', 'W Main Ave'],
  ['Portland', 'OR', '97205', 'SW Alder St'],
  ['Phoenix', 'AZ', '85004', 'E Van Buren St'],
  ['Las Vegas', 'NV', '89101', 'Fremont St'],
  ['Salt Lake City', 'UT', '84101', 'S State St'],
  ['Denver', 'CO', '80202', 'Larimer St'],
  ['Austin', 'TX', '78701', 'Congress Ave'],
  ['Houston', 'TX', '77002', 'Travis St'],
  ['Dallas', 'TX', '75201', 'Elm St'],
  ['Chicago', 'IL', '60603', 'W Adams St'],
  ['Columbus', 'OH', '43215', 'N High St'],
  ['Atlanta', 'GA', '30303', 'Peachtree St'],
  ['Miami', 'FL', '33130', 'SW 8th St'],
  ['Charlotte', 'NC', '28202', 'S Tryon St'],
  ['Boston', 'MA', '02108', 'Beacon St'],
  ['Brooklyn', 'NY', '11201', 'Court St'],
  ['Philadelphia', 'PA', '19103', 'Walnut St'],
] as const
const names = [
  ...['Maria', 'James', 'Linda', 'Robert', 'Susan', 'David', 'Karen', 'Michael', 'Nancy', 'Daniel'],
  ...['Emily', 'Kevin', 'Laura', 'Brian', 'Grace', 'Jason', 'Olivia', 'Peter', 'Sarah', 'Thomas'],
] as const

const at = <T>(all: readonly T[], chance: () => number): T => {
  const one = all[Math.floor(chance() * all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** A recipient and a valid address. */
export function recipientBy(chance: () => number) {
  const [city, stateCode, postcode, street] = at(places, chance)
  const initial = String.fromCharCode(65 + Math.floor(chance() * 26))
  return {
    receiverName: `${at(names, chance)} ${initial}.`,
    city,
    stateCode,
    postcode,
    address1: `${100 + Math.floor(chance() * 8900)} ${street}`,
    phone: `555-01${Math.floor(chance() * 10)}-${String(Math.floor(chance() * 10_000)).padStart(4, '0')}`,
  }
}
