CREATE TABLE orders (id BIGINT PRIMARY KEY, note TEXT);
SELECT * FROM orders WHERE note = 'kafka';
