#pragma once

// The part of libpq's binary interface that the connections to PostgreSQL need, stated without its headers.
//
// The library is loaded when a client starts, so that building takes no development package and a machine
// without libpq runs everything else. Numbers and layouts have not changed since libpq 14, the first one with
// pipelines (https://www.postgresql.org/docs/current/libpq.html); a test compares what can be compared with
// the library that is installed.

/// The functions of a loaded library.
struct postgres_library;
/// One connection to a server.
typedef struct pg_conn PGconn;
/// What a statement came to.
typedef struct pg_result PGresult;

/// How far connecting has got; there are more codes than are named here.
typedef enum {
    CONNECTION_OK = 0,
    CONNECTION_BAD = 1,
} ConnStatusType;

/// What to wait for while connecting.
typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_READING = 1,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_NONFATAL_ERROR = 6,
    PGRES_FATAL_ERROR = 7,
    PGRES_PIPELINE_SYNC = 10,
    PGRES_PIPELINE_ABORTED = 11,
} ExecStatusType;

/// Whether a transaction is open at the server.
typedef enum {
    PQTRANS_IDLE = 0,
    PQTRANS_ACTIVE = 1,
    PQTRANS_INTRANS = 2,
    PQTRANS_INERROR = 3,
    PQTRANS_UNKNOWN = 4,
} PGTransactionStatusType;

enum {
    /// The fields of an error: its severity in English, its code, its text.
    PG_DIAG_SEVERITY_NONLOCALIZED = 'V',
    PG_DIAG_SQLSTATE = 'C',
    PG_DIAG_MESSAGE_PRIMARY = 'M',
    /// The first version of the library that has pipelines.
    PQ_VERSION_MIN = 140000,
};

/// A parameter of a connection; a list of them ends with one without a keyword.
typedef struct {
    char *keyword;
    char *environment;
    char *compiled;
    /// What it is set to, or NULL.
    char *value;
    char *label;
    char *display;
    int size;
} PQconninfoOption;

/// Takes what the server says beside its answers.
typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

/// Loads a library by its file name.
///
/// Returns NULL when it is missing or too old, and leaves the reason in `error`, to be copied before the
/// thread loads anything else. The library's code stays in memory until the process ends.
const struct postgres_library *postgres_library_open(const char *name, const char **error);
/// Forgets the functions of a library; nothing that they made may be left.
void postgres_library_close(const struct postgres_library *library);

// The functions of the same names.

int cpq_version(const struct postgres_library *library);
PQconninfoOption *cpq_conninfo_parse(const struct postgres_library *library, const char *address);
PQconninfoOption *cpq_conndefaults(const struct postgres_library *library);
void cpq_conninfo_free(const struct postgres_library *library, PQconninfoOption *options);

PGconn *cpq_connect_start(
    const struct postgres_library *library, const char *const *keywords, const char *const *values);
PostgresPollingStatusType cpq_connect_poll(const struct postgres_library *library, PGconn *connection);
void cpq_finish(const struct postgres_library *library, PGconn *connection);
ConnStatusType cpq_status(const struct postgres_library *library, const PGconn *connection);
PGTransactionStatusType cpq_transaction_status(
    const struct postgres_library *library, const PGconn *connection);
const char *cpq_error_message(const struct postgres_library *library, const PGconn *connection);
int cpq_socket(const struct postgres_library *library, const PGconn *connection);
int cpq_set_nonblocking(const struct postgres_library *library, PGconn *connection);
int cpq_enter_pipeline_mode(const struct postgres_library *library, PGconn *connection);
void cpq_set_notice_receiver(
    const struct postgres_library *library, PGconn *connection, PQnoticeReceiver receiver, void *context);

int cpq_send_prepare(
    const struct postgres_library *library, PGconn *connection, const char *name, const char *sql, int count,
    const unsigned int *types);
/// Parameters and results in binary format.
int cpq_send_query_prepared(
    const struct postgres_library *library, PGconn *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats);
/// Parameters and results in binary format.
int cpq_send_query_params(
    const struct postgres_library *library, PGconn *connection, const char *sql, int count,
    const unsigned int *types, const char *const *values, const int *lengths, const int *formats);
int cpq_pipeline_sync(const struct postgres_library *library, PGconn *connection);
int cpq_flush(const struct postgres_library *library, PGconn *connection);
int cpq_consume_input(const struct postgres_library *library, PGconn *connection);
int cpq_is_busy(const struct postgres_library *library, PGconn *connection);

PGresult *cpq_get_result(const struct postgres_library *library, PGconn *connection);
ExecStatusType cpq_result_status(const struct postgres_library *library, const PGresult *result);
/// The name that the library has for a status.
const char *cpq_result_status_name(const struct postgres_library *library, ExecStatusType status);
const char *cpq_result_error_field(const struct postgres_library *library, const PGresult *result, int field);
const char *cpq_result_error_message(const struct postgres_library *library, const PGresult *result);
int cpq_ntuples(const struct postgres_library *library, const PGresult *result);
int cpq_nfields(const struct postgres_library *library, const PGresult *result);
unsigned int cpq_ftype(const struct postgres_library *library, const PGresult *result, int column);
const char *cpq_getvalue(const struct postgres_library *library, const PGresult *result, int row, int column);
int cpq_getlength(const struct postgres_library *library, const PGresult *result, int row, int column);
int cpq_getisnull(const struct postgres_library *library, const PGresult *result, int row, int column);
const char *cpq_cmd_status(const struct postgres_library *library, PGresult *result);
const char *cpq_cmd_tuples(const struct postgres_library *library, PGresult *result);
void cpq_clear(const struct postgres_library *library, PGresult *result);
