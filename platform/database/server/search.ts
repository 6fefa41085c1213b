/** A search word as a LIKE pattern: what the operator typed is looked for as it stands. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
