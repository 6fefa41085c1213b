/** The dialog that marks several orders: no priority and `keep` leave them as they are. */
export type MarksTyped = { priority: string | undefined; way: 'keep' | 'add' | 'replace'; tags: string[] }

/** What is sent: only what was touched; undefined if that is nothing. */
export function marksIn({ priority, way, tags }: MarksTyped) {
  const marks = {
    ...(priority !== undefined && { priority: Number(priority) }),
    ...(way === 'replace' && { tags }),
    ...(way === 'add' && tags.length > 0 && { addTags: tags }),
  }
  return Object.keys(marks).length > 0 ? marks : undefined
}
