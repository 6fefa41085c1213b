import { Button, Flex, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { barcodeTypeText, type GivenType, givenTypes } from '../barcodes.ts'
import { addBarcode, chooseBarcode, getProduct, listProducts, removeBarcode } from '../contract.ts'
import { productsText } from '../text.ts'

type Product = OutputOf<typeof getProduct>

const readings = [listProducts, getProduct]

export function Barcodes({ of, mayEdit }: { of: Product; mayEdit: boolean }) {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  const choose = useCommand(chooseBarcode, { refreshes: readings })
  const remove = useCommand(removeBarcode, { refreshes: readings })
  return (
    <Flex vertical gap={12}>
      {mayEdit && !isAdding && (
        <Flex>
          <Button onClick={() => setAdding(true)}>{t(productsText.addBarcode)}</Button>
        </Flex>
      )}
      {isAdding && <BarcodeForm of={of} onClose={() => setAdding(false)} />}
      <WideTable
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={of.barcodes}
        columns={[
          {
            title: t(productsText.barcode),
            render: (_, { barcode, isDefault }) => (
              <>
                <code>{barcode}</code>{' '}
                {isDefault && <Tag color="processing">{t(productsText.isDefault)}</Tag>}
              </>
            ),
          },
          { title: t(productsText.barcodeType), render: (_, { type }) => t(barcodeTypeText[type]) },
          { title: t(productsText.packQuantity), dataIndex: 'packQuantity', align: 'right' },
          ...(mayEdit
            ? [
                {
                  title: '',
                  render: (_: unknown, { id, barcode, type, isDefault }: Product['barcodes'][number]) => (
                    <Flex gap={4}>
                      {!isDefault && (
                        <Button
                          size="small"
                          loading={choose.isPending}
                          onClick={() => choose.mutate({ id: of.id, barcodeId: id })}
                        >
                          {t(productsText.makeDefault)}
                        </Button>
                      )}
                      {type !== 'system' && (
                        <Popconfirm
                          title={t(productsText.removeAsk)}
                          okText={t(productsText.remove)}
                          okButtonProps={{ danger: true }}
                          onConfirm={() => remove.mutate({ id: of.id, barcodeId: id })}
                        >
                          <Button size="small" danger aria-label={t(productsText.removeBarcode, { barcode })}>
                            {t(productsText.remove)}
                          </Button>
                        </Popconfirm>
                      )}
                    </Flex>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Flex>
  )
}

/**
 * A scanner may send the GS1 separator, which a text field accepts, and ends with Enter, which submits the
 * form.
 */
function BarcodeForm({ of, onClose }: { of: Product; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(addBarcode, {
    draft: `barcode-${of.id}`,
    initial: { barcode: '', type: 'ean' as GivenType, packQuantity: '1' },
    toInput: ({ packQuantity, ...typed }) => ({ id: of.id, ...typed, packQuantity: Number(packQuantity) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <SelectField
        fields={fields}
        name="type"
        label={productsText.barcodeType}
        isRequired
        options={givenTypes.map((value) => ({ value, label: t(barcodeTypeText[value]) }))}
      />
      <TextField
        fields={fields}
        name="barcode"
        label={productsText.barcode}
        hint={t(productsText.barcodeHint)}
        isRequired
        autoFocus
        // A scan replaces what a draft has restored.
        onFocus={({ target }) => target.select()}
        spellCheck={false}
      />
      <TextField
        fields={fields}
        name="packQuantity"
        label={productsText.packQuantity}
        isRequired
        inputMode="numeric"
      />
    </FormBody>
  )
}
