-- What an event was priced with besides its facts: the company's unit, currency, exchange rates and setting for sunk freight, and for each kind
-- of price its version and discount. A calculation that is repeated years later uses these. Events of an older server have none.
alter table wms.billable_events add column priced_with jsonb;
