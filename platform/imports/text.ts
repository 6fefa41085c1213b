import type { Text } from '../text/text.ts'

export const importText = {
  noSuchKind: { zh_CN: '不支持该导入类型', en_US: 'This type of import is not supported' },
  notFound: { zh_CN: '导入记录不存在', en_US: 'Import not found' },
  movedOn: { zh_CN: '该导入的状态已变化，请刷新', en_US: 'The status of this import has changed. Refresh.' },
  needed: { zh_CN: '必填', en_US: 'Required' },
  noRows: { zh_CN: '文件中没有数据行', en_US: 'The file contains no data rows' },
  tooManyRows: {
    zh_CN: '最多 {max} 行，文件中有 {found} 行',
    en_US: 'Up to {max} rows allowed; the file has {found}',
  },
  atLeastRows: {
    zh_CN: '最多 {max} 行，文件中的行数超过此限制',
    en_US: 'Up to {max} rows allowed; the file has more',
  },
  tooManyColumns: { zh_CN: '列数不能超过 {max}', en_US: 'Up to {max} columns allowed' },
  cellTooLong: { zh_CN: '第 {row} 行的单元格过长', en_US: 'A cell in row {row} is too long' },
  cellUnkept: {
    zh_CN: '第 {row} 行的单元格含有无法保存的字符，请重新输入该单元格',
    en_US: 'A cell in row {row} contains a character that can’t be saved. Retype the cell.',
  },
  columnMissing: { zh_CN: '缺少列：{columns}', en_US: 'Missing columns: {columns}' },
  sameRunning: {
    zh_CN: '同一文件正在导入（{no}），请等它完成',
    en_US: 'This file is already being imported ({no}). Wait until it is done.',
  },
  sameAs: { zh_CN: '与第 {row} 行重复', en_US: 'Duplicate of row {row}' },
  heldBack: {
    zh_CN: '同一单据的第 {row} 行有错误，整单不导入',
    en_US: 'Row {row} of the same document has an error, so the whole document is not imported',
  },
  heldBackAll: {
    zh_CN: '第 {row} 行有错误，整份表格不导入',
    en_US: 'Row {row} has an error, so the whole spreadsheet is not imported',
  },
  mayNotEdit: {
    zh_CN: '已存在，且您没有修改的权限',
    en_US: 'Already exists, and you don’t have permission to change it',
  },
  unreadable: {
    zh_CN: '无法读取该文件，请用 Excel 另存后重试',
    en_US: 'The file can’t be read. Save it again in Excel and retry.',
  },
  unsafe: { zh_CN: '文件结构异常，已拒绝读取', en_US: 'The file structure is unsafe, so it was not read' },
  encrypted: {
    zh_CN: '文件有密码保护，请取消密码后重试',
    en_US: 'The file is password-protected. Remove the password and try again.',
  },
  macros: { zh_CN: '不支持带宏的文件', en_US: 'Files with macros are not supported' },
  external: {
    zh_CN: '文件链接到其他工作簿或外部内容；请在 Excel 的“数据 → 编辑链接”中断开链接，保存后重试',
    en_US:
      'The file links to other workbooks or external content. Break the links in Excel under Data > Edit Links, save and try again.',
  },
  readingOthers: {
    zh_CN: '贵公司已有两个表格正在读取，请稍后再试',
    en_US: 'Two spreadsheets from your company are already being read. Try again in a moment.',
  },
  tooSlow: { zh_CN: '文件过于复杂，无法读取', en_US: 'The file is too complex to read' },
  noneGood: { zh_CN: '没有可导入的行', en_US: 'No rows to import' },
  someBad: {
    zh_CN: '有 {count} 行错误；请改正，或选择只导入正确的行',
    en_US: '{count} {count|row has|rows have} errors. Correct them, or import only the valid rows.',
  },
  reason: { zh_CN: '失败原因', en_US: 'Reason' },
  remedy: { zh_CN: '处理方法', en_US: 'What to do' },
  remedies: {
    needed: { zh_CN: '填写“{column}”', en_US: 'Fill in “{column}”' },
    form: { zh_CN: '按要求改写“{column}”', en_US: 'Correct “{column}”' },
    books: {
      zh_CN: '核对“{column}”与系统中已有的资料',
      en_US: 'Check “{column}” against the data in the system',
    },
    /** Both are left out where a column has none. */
    note: { zh_CN: '：{note}', en_US: ': {note}' },
    such: { zh_CN: '；例如 {example}', en_US: '; for example {example}' },
    line: { zh_CN: '按提示改正本行', en_US: 'Correct this row as described' },
    twin: {
      zh_CN: '改写“{columns}”，使本行与第 {row} 行不同；不改则本行不导入',
      en_US: 'Change “{columns}” so that this row differs from row {row}; otherwise this row is not imported',
    },
    held: { zh_CN: '先改正第 {row} 行', en_US: 'Correct row {row} first' },
    formula: {
      zh_CN: '核对数值；不对就直接填写数值',
      en_US: 'Check the value; if it’s wrong, enter it directly',
    },
    example: {
      zh_CN: '无需处理；如确为您的数据，改动任一单元格后重新导入',
      en_US: 'Nothing to do. If this is your own data, change any cell and import again.',
    },
  },
  kinds: {
    needed: { zh_CN: '必填项为空', en_US: 'Required value missing' },
    form: { zh_CN: '格式不符', en_US: 'Invalid format' },
    books: { zh_CN: '与已有资料不符', en_US: 'Doesn’t match existing data' },
    twin: { zh_CN: '行重复', en_US: 'Duplicate row' },
    held: { zh_CN: '同单据有错误', en_US: 'Document has errors' },
    formula: { zh_CN: '公式', en_US: 'Formula' },
    example: { zh_CN: '示例行', en_US: 'Example' },
  },
  foundInCell: {
    zh_CN: '{column}：{message}（填写的是“{found}”，要求：{note}）',
    en_US: '{column}: {message} (entered “{found}”, expected: {note})',
  },
  importAgain: { zh_CN: '改好后用本文件重新导入', en_US: 'then import this file again' },
  pasted: { zh_CN: '粘贴的表格', en_US: 'pasted' },
  pastedTooMuch: {
    zh_CN: '粘贴的内容过多，请改用文件导入',
    en_US: 'Too much content was pasted. Import a file instead.',
  },
  oneSource: { zh_CN: '请选择文件或粘贴内容', en_US: 'Choose a file or paste cells' },
  notes: { zh_CN: '填写说明', en_US: 'Instructions' },
  result: { zh_CN: '导入 {ok} 行，失败 {failed} 行', en_US: '{ok} {ok|row|rows} imported, {failed} failed' },
  formula: { zh_CN: '含公式，已取其计算结果', en_US: 'Contains a formula; its result was used' },
  example: { zh_CN: '模板自带的示例行，不导入', en_US: 'The template’s example row is not imported' },
  exampleRow: { zh_CN: '示例行', en_US: 'Example row' },
  exampleNote: {
    zh_CN: '第 2 行是示例：原样保留不会导入，改成您的数据才会导入',
    en_US: 'Row 2 is an example. It is not imported unless you change it.',
  },
} as const satisfies Record<string, Text | Record<string, Text>>
