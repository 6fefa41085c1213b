import { customersTrailWords } from '../customers/trail-words.ts'
import { staffTrailWords, type TrailWords } from '../staff/trail-words.ts'

/** Files and sheets belong to no slice. */
const sheetWords: TrailWords = {
  types: {
    file: { zh_CN: '文件', en_US: 'File' },
    import: { zh_CN: '导入', en_US: 'Import' },
  },
  actions: {
    upload: { zh_CN: '上传', en_US: 'Upload' },
    finish: { zh_CN: '完成', en_US: 'Finish' },
  },
  fields: {
    size: { zh_CN: '大小', en_US: 'Size' },
    rows: { zh_CN: '行数', en_US: 'Rows' },
    mapping: { zh_CN: '列对应', en_US: 'Columns' },
    rowNo: { zh_CN: '行号', en_US: 'Row' },
    mode: { zh_CN: '导入方式', en_US: 'Mode' },
    ok: { zh_CN: '成功', en_US: 'Done' },
    failed: { zh_CN: '失败', en_US: 'Failed' },
  },
}

const all = [staffTrailWords, customersTrailWords, sheetWords]
const gather = (part: keyof TrailWords) => Object.assign({}, ...all.map((words) => words[part]))

/** The words of every slice's trail. */
export const trailWords: TrailWords = {
  types: gather('types'),
  actions: gather('actions'),
  fields: gather('fields'),
}
