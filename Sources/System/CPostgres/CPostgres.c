#include "CPostgres.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct postgres_library {
    int (*libVersion)(void);
    PQconninfoOption *(*conninfoParse)(const char *, char **);
    PQconninfoOption *(*conndefaults)(void);
    void (*conninfoFree)(PQconninfoOption *);
    void (*freemem)(void *);
    PGconn *(*connectStartParams)(const char *const *, const char *const *, int);
    PostgresPollingStatusType (*connectPoll)(PGconn *);
    void (*finish)(PGconn *);
    ConnStatusType (*status)(const PGconn *);
    PGTransactionStatusType (*transactionStatus)(const PGconn *);
    char *(*errorMessage)(const PGconn *);
    int (*socket)(const PGconn *);
    int (*setnonblocking)(PGconn *, int);
    int (*enterPipelineMode)(PGconn *);
    PQnoticeReceiver (*setNoticeReceiver)(PGconn *, PQnoticeReceiver, void *);
    int (*sendPrepare)(PGconn *, const char *, const char *, int, const unsigned int *);
    int (*sendQueryPrepared)(
        PGconn *, const char *, int, const char *const *, const int *, const int *, int);
    int (*sendQueryParams)(
        PGconn *, const char *, int, const unsigned int *, const char *const *, const int *, const int *,
        int);
    int (*pipelineSync)(PGconn *);
    int (*flush)(PGconn *);
    int (*consumeInput)(PGconn *);
    int (*isBusy)(PGconn *);
    PGresult *(*getResult)(PGconn *);
    ExecStatusType (*resultStatus)(const PGresult *);
    char *(*resStatus)(ExecStatusType);
    char *(*resultErrorField)(const PGresult *, int);
    char *(*resultErrorMessage)(const PGresult *);
    int (*ntuples)(const PGresult *);
    int (*nfields)(const PGresult *);
    unsigned int (*ftype)(const PGresult *, int);
    char *(*getvalue)(const PGresult *, int, int);
    int (*getlength)(const PGresult *, int, int);
    int (*getisnull)(const PGresult *, int, int);
    char *(*cmdStatus)(PGresult *);
    char *(*cmdTuples)(PGresult *);
    void (*clear)(PGresult *);
};

/// Where each function goes, by its name in the library.
static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
#define SYMBOL(function) {"PQ" #function, offsetof(struct postgres_library, function)}
    SYMBOL(libVersion),        SYMBOL(conninfoParse),     SYMBOL(conndefaults),
    SYMBOL(conninfoFree),      SYMBOL(freemem),           SYMBOL(connectStartParams),
    SYMBOL(connectPoll),       SYMBOL(finish),            SYMBOL(status),
    SYMBOL(transactionStatus), SYMBOL(errorMessage),      SYMBOL(socket),
    SYMBOL(setnonblocking),    SYMBOL(enterPipelineMode), SYMBOL(setNoticeReceiver),
    SYMBOL(sendPrepare),       SYMBOL(sendQueryPrepared), SYMBOL(sendQueryParams),
    SYMBOL(pipelineSync),      SYMBOL(flush),             SYMBOL(consumeInput),
    SYMBOL(isBusy),            SYMBOL(getResult),         SYMBOL(resultStatus),
    SYMBOL(resStatus),         SYMBOL(resultErrorField),  SYMBOL(resultErrorMessage),
    SYMBOL(ntuples),           SYMBOL(nfields),           SYMBOL(ftype),
    SYMBOL(getvalue),          SYMBOL(getlength),         SYMBOL(getisnull),
    SYMBOL(cmdStatus),         SYMBOL(cmdTuples),         SYMBOL(clear),
#undef SYMBOL
};

const struct postgres_library *postgres_library_open(const char *name, const char **error) {
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        *error = dlerror();
        return NULL;
    }
    struct postgres_library *library = calloc(1, sizeof *library);
    if (!library) {
        *error = "out of memory";
        return NULL;
    }
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *function = dlsym(file, symbols[index].name);
        if (!function) {
            *error = dlerror();
            free(library);
            return NULL;
        }
        memcpy((char *)library + symbols[index].offset, &function, sizeof function);
    }
    if (library->libVersion() < PQ_VERSION_MIN) {
        *error = "libpq is older than 14";
        free(library);
        return NULL;
    }
    return library;
}

void postgres_library_close(const struct postgres_library *library) { free((void *)library); }

int cpq_version(const struct postgres_library *library) { return library->libVersion(); }

PQconninfoOption *cpq_conninfo_parse(const struct postgres_library *library, const char *address) {
    // The library's message repeats parts of the address, of which a password may be one.
    char *message = NULL;
    PQconninfoOption *options = library->conninfoParse(address, &message);
    if (message) library->freemem(message);
    return options;
}

PQconninfoOption *cpq_conndefaults(const struct postgres_library *library) { return library->conndefaults(); }

void cpq_conninfo_free(const struct postgres_library *library, PQconninfoOption *options) {
    library->conninfoFree(options);
}

PGconn *cpq_connect_start(
    const struct postgres_library *library, const char *const *keywords, const char *const *values) {
    return library->connectStartParams(keywords, values, 0);
}

PostgresPollingStatusType cpq_connect_poll(const struct postgres_library *library, PGconn *connection) {
    return library->connectPoll(connection);
}

void cpq_finish(const struct postgres_library *library, PGconn *connection) { library->finish(connection); }

ConnStatusType cpq_status(const struct postgres_library *library, const PGconn *connection) {
    return library->status(connection);
}

PGTransactionStatusType cpq_transaction_status(
    const struct postgres_library *library, const PGconn *connection) {
    return library->transactionStatus(connection);
}

const char *cpq_error_message(const struct postgres_library *library, const PGconn *connection) {
    return library->errorMessage(connection);
}

int cpq_socket(const struct postgres_library *library, const PGconn *connection) {
    return library->socket(connection);
}

int cpq_set_nonblocking(const struct postgres_library *library, PGconn *connection) {
    return library->setnonblocking(connection, 1);
}

int cpq_enter_pipeline_mode(const struct postgres_library *library, PGconn *connection) {
    return library->enterPipelineMode(connection);
}

void cpq_set_notice_receiver(
    const struct postgres_library *library, PGconn *connection, PQnoticeReceiver receiver, void *context) {
    library->setNoticeReceiver(connection, receiver, context);
}

int cpq_send_prepare(
    const struct postgres_library *library, PGconn *connection, const char *name, const char *sql, int count,
    const unsigned int *types) {
    return library->sendPrepare(connection, name, sql, count, types);
}

enum { BINARY = 1 };

int cpq_send_query_prepared(
    const struct postgres_library *library, PGconn *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats) {
    return library->sendQueryPrepared(connection, name, count, values, lengths, formats, BINARY);
}

int cpq_send_query_params(
    const struct postgres_library *library, PGconn *connection, const char *sql, int count,
    const unsigned int *types, const char *const *values, const int *lengths, const int *formats) {
    return library->sendQueryParams(connection, sql, count, types, values, lengths, formats, BINARY);
}

int cpq_pipeline_sync(const struct postgres_library *library, PGconn *connection) {
    return library->pipelineSync(connection);
}

int cpq_flush(const struct postgres_library *library, PGconn *connection) {
    return library->flush(connection);
}

int cpq_consume_input(const struct postgres_library *library, PGconn *connection) {
    return library->consumeInput(connection);
}

int cpq_is_busy(const struct postgres_library *library, PGconn *connection) {
    return library->isBusy(connection);
}

PGresult *cpq_get_result(const struct postgres_library *library, PGconn *connection) {
    return library->getResult(connection);
}

ExecStatusType cpq_result_status(const struct postgres_library *library, const PGresult *result) {
    return library->resultStatus(result);
}

const char *cpq_result_status_name(const struct postgres_library *library, ExecStatusType status) {
    return library->resStatus(status);
}

const char *cpq_result_error_field(
    const struct postgres_library *library, const PGresult *result, int field) {
    return library->resultErrorField(result, field);
}

const char *cpq_result_error_message(const struct postgres_library *library, const PGresult *result) {
    return library->resultErrorMessage(result);
}

int cpq_ntuples(const struct postgres_library *library, const PGresult *result) {
    return library->ntuples(result);
}

int cpq_nfields(const struct postgres_library *library, const PGresult *result) {
    return library->nfields(result);
}

unsigned int cpq_ftype(const struct postgres_library *library, const PGresult *result, int column) {
    return library->ftype(result, column);
}

const char *cpq_getvalue(
    const struct postgres_library *library, const PGresult *result, int row, int column) {
    return library->getvalue(result, row, column);
}

int cpq_getlength(const struct postgres_library *library, const PGresult *result, int row, int column) {
    return library->getlength(result, row, column);
}

int cpq_getisnull(const struct postgres_library *library, const PGresult *result, int row, int column) {
    return library->getisnull(result, row, column);
}

const char *cpq_cmd_status(const struct postgres_library *library, PGresult *result) {
    return library->cmdStatus(result);
}

const char *cpq_cmd_tuples(const struct postgres_library *library, PGresult *result) {
    return library->cmdTuples(result);
}

void cpq_clear(const struct postgres_library *library, PGresult *result) { library->clear(result); }
