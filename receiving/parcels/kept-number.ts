/** As long as a tracking number can be. */
const MAX_NUMBER = 60

/** What was scanned, as a parcel that is set aside keeps it: a label may have its number in groups. */
export const keptNumber = (scanned: string) =>
  scanned.normalize('NFKC').replace(/\s+/g, '').slice(0, MAX_NUMBER)
