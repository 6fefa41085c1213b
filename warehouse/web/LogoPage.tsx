import { Card, Col, Row } from 'antd'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useText } from '../../lib/web/language.tsx'
import { PlainPage } from '../../lib/web/PlainPage.tsx'
import { queryLogo } from '../contract.ts'
import { warehouseText } from '../text.ts'

const slots = [
  { name: 'companyLogo', title: warehouseText.companyLogo },
  { name: 'wmsLogo', title: warehouseText.wmsLogo },
  { name: 'omsLogo', title: warehouseText.omsLogo },
] as const

/** The logos of the company by its log-in name, as everybody sees them. */
export function LogoPage({ name }: { name: string }) {
  const t = useText()
  return (
    <PlainPage title={t(warehouseText.logoTitle)}>
      <Answered answer={useAnswer(queryLogo, { name })}>
        {(logos) => (
          <Row gutter={[16, 16]}>
            {slots.map(({ name, title }) => (
              <Col key={name} xs={24} sm={12} lg={8}>
                <Card size="small" title={t(title)}>
                  <img src={logos[name]} alt={t(title)} height={88} style={{ maxWidth: '100%' }} />
                </Card>
              </Col>
            ))}
          </Row>
        )}
      </Answered>
    </PlainPage>
  )
}
