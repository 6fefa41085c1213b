import type { ScanStore, Waiting } from './queue.ts'

const TABLE = 'scans'

/** Scans kept by the browser, one line per person and screen. Works on plain HTTP; where storage is off, until the page closes. */
export function keptScans<T>(name: string): ScanStore<T> {
  const memory = new Map<string, Waiting<T>>()
  const opened = openTable(name)
  const inTable = async <R>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => IDBRequest<R>) => {
    try {
      const base = await opened
      return base && (await settled(work(base.transaction(TABLE, mode).objectStore(TABLE))))
    } catch {
      // A full disk must not stop the line: the scan goes on from memory.
      return undefined
    }
  }
  return {
    all: async () =>
      ((await inTable('readonly', (table) => table.getAll())) as Waiting<T>[] | undefined) ?? [
        ...memory.values(),
      ],
    put: async (entry) => {
      memory.set(entry.id, entry)
      await inTable('readwrite', (table) => table.put(entry))
    },
    remove: async (id) => {
      memory.delete(id)
      await inTable('readwrite', (table) => table.delete(id))
    },
  }
}

const openTable = (name: string) =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'id' })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })

const settled = <R>(request: IDBRequest<R>) =>
  new Promise<R>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
